import { text, unquoted, type Text } from '@rowhouse/core';
import type { Signature } from '@rowhouse/sqlalchemy';

import { memberIn } from './dotted.js';
import type { Reader } from './prepare.js';

type Parameter = Signature['parameters'][number];

/** Whether a function can be given something without a name, as its first argument. */
export function canBeFirst(first: Parameter | undefined): first is Parameter {
  return first !== undefined && ['positional', 'plain', '*'].includes(first.kind);
}

/** Which of some names a function takes, after what it is given first. */
export function takenOf<Name extends string>(
  names: readonly Name[],
  parameters: readonly Parameter[],
): Partial<Record<Name, 'required' | 'optional'>> {
  const takesAll = parameters.some(({ kind }) => kind === '**');
  const takes: Partial<Record<Name, 'required' | 'optional'>> = {};
  for (const name of names) {
    const parameter = parameters.find((each) => isTakenByName(name, each));
    if (parameter) takes[name] = parameter.hasDefault ? 'optional' : 'required';
    else if (takesAll) takes[name] = 'optional';
  }
  return takes;
}

/** Whether a function takes an argument of this name by a parameter. */
function isTakenByName(keyword: string, { name, kind }: Parameter): boolean {
  return name === keyword && (kind === 'plain' || kind === 'named');
}

/** Why a function cannot be called with these names alone, after what it is given first. */
export function excessOf(
  names: readonly string[],
  parameters: readonly Parameter[],
  called: string,
): string | undefined {
  const needed = parameters
    .filter(({ kind, hasDefault }) => !hasDefault && kind !== '*' && kind !== '**')
    .filter(({ name, kind }) => kind === 'positional' || !names.includes(name))
    .map(({ name }) => name);
  return needed.length === 0
    ? undefined
    : `needs ${needed.join(', ')}, which ${called} does not get`;
}

/** What is wrong with a function: its place, how it is written, and why it cannot be called. */
export function misfit(fn: string, signature: Signature, wrong: string, { source }: Reader): Text {
  const where = source.where(signature.at);
  return text`${unquoted(where)}: ${asWritten(fn, signature)} ${unquoted(wrong)}`;
}

/** A signature as Python writes it, without types. */
function asWritten(fn: string, { parameters }: Signature): string {
  const parts: string[] = [];
  let isNamed = false;
  parameters.forEach(({ name, kind, hasDefault }, index) => {
    if (kind === '*') isNamed = true;
    if (kind === 'named' && !isNamed) {
      parts.push('*');
      isNamed = true;
    }
    const star = kind === '*' || kind === '**' ? kind : '';
    parts.push(`${star}${name}${hasDefault ? '=…' : ''}`);
    if (kind === 'positional' && parameters[index + 1]?.kind !== 'positional') parts.push('/');
  });
  return `${memberIn(fn)}(${parts.join(', ')})`;
}

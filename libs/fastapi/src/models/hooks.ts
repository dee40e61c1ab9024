import { text, unquoted, type ConfigPath, type Problem } from '@rowhouse/core';
import type { Signature } from '@rowhouse/sqlalchemy';

import { givenTo, hookKeywords, type Hook, type HookKeyword } from '../config/hooks.js';
import { isRecord } from '../config/rule.js';
import { checkFunction } from './action.js';
import { isDotted, memberIn, moduleIn } from './dotted.js';
import { withEntries } from './entries.js';
import { known } from './known.js';
import type { Run } from './prepare.js';

type Raw = Readonly<Record<string, unknown>>;

const hooked = new Set(['create', 'update', 'delete']);

/** Whether a config names functions of the project that handlers call. */
export function namesHooks(config: Raw): boolean {
  let found = false;
  withEntries(config, [], (entry) => {
    found ||= isRecord(entry) && ('before' in entry || 'after' in entry);
    return entry;
  });
  return found;
}

/** Completes the hooks of a config by what the source of each function says that it takes. */
export function completeHooks(config: Raw, run: Run): Raw {
  return withEntries(config, [], (entry, path) => {
    if (!isRecord(entry)) return entry;
    const name = run.surroundings.operations.find('resource', entry)?.name;
    if (name === undefined || !hooked.has(name)) return entry;
    const completed: Record<string, unknown> = {};
    for (const when of ['before', 'after'] as const) {
      const said = entry[when];
      const first = givenTo(name, when);
      if (Array.isArray(said)) {
        completed[when] = said.map((each, index) => read(each, first, [...path, when, index], run));
      } else if (typeof said === 'string') {
        completed[when] = read(said, first, [...path, when], run);
      }
    }
    return { ...entry, ...completed };
  }) as Raw;
}

/** A hook with what its function takes; as it is where that is not known, which is reported. */
function read(fn: unknown, first: 'values' | 'row', path: ConfigPath, run: Run): unknown {
  if (typeof fn !== 'string' || !isDotted(fn)) return fn;
  const report = (problem: Problem): unknown => {
    run.report(path, { found: fn, ...problem });
    return fn;
  };
  if (!checkFunction(fn, run, path)) return fn;
  const fact = run.source.signature(fn);
  const signature = known(fact);
  if (signature === undefined) {
    const isThere = fact !== undefined && 'unknown' in fact;
    const why = isThere ? fact.unknown : `there is no module ${moduleIn(fn)}`;
    return report({
      code: 'unread-hook',
      message: text`what it takes cannot be read: ${unquoted(why)}`,
      fix: unquoted(`Say it: { fn: '${fn}', takes: { db: 'required' }, is_async: true }.`),
    });
  }
  const wrong = mistakeIn(signature, first);
  if (wrong === undefined) return hookOf(fn, signature);
  const where = run.source.where(signature.at);
  return report({
    code: 'hook-signature',
    message: text`${unquoted(where)}: ${written(fn, signature)} ${unquoted(wrong)}`,
    fix: unquoted(expectedOf(first)),
  });
}

/** Why a function cannot be called as a hook is. */
function mistakeIn({ parameters }: Signature, first: 'values' | 'row'): string | undefined {
  const [head, ...rest] = parameters;
  const takesFirst = head !== undefined && ['positional', 'plain', '*'].includes(head.kind);
  if (!takesFirst) return `takes no ${first}`;
  const other = first === 'row' ? 'values' : 'row';
  if (head.name === other) return `takes ${other} first, and is given ${first} here`;
  const lacking = rest.filter(
    ({ name, kind, hasDefault }) =>
      !hasDefault &&
      kind !== '*' &&
      kind !== '**' &&
      (kind === 'positional' || !hookKeywords.includes(name as HookKeyword)),
  );
  if (lacking.length === 0) return undefined;
  return `needs ${lacking.map(({ name }) => name).join(', ')}, which a hook is not given`;
}

function hookOf(fn: string, { parameters, isAsync }: Signature): Hook {
  const takesAll = parameters.some(({ kind }) => kind === '**');
  const takes: Partial<Record<HookKeyword, 'required' | 'optional'>> = {};
  for (const keyword of hookKeywords) {
    const parameter = parameters
      .slice(1)
      .find(({ name, kind }) => name === keyword && (kind === 'plain' || kind === 'named'));
    if (parameter) takes[keyword] = parameter.hasDefault ? 'optional' : 'required';
    else if (takesAll) takes[keyword] = 'optional';
  }
  return { fn, takes, is_async: isAsync };
}

function expectedOf(first: 'values' | 'row'): string {
  return first === 'values'
    ? 'Write (values, *, db, current_user, row=None), and of the names those that it uses.'
    : 'Write (row, *, db, current_user), and of the names those that it uses.';
}

/** A signature as Python writes it, without types. */
function written(fn: string, { parameters }: Signature): string {
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

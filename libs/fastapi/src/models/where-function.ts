import { text, unquoted, type ConfigPath } from '@rowhouse/core';

import type { WrittenResource } from '../config/written.js';
import { checkFunction } from './action.js';
import type { Run } from './prepare.js';

/** `ColumnElement[bool]` by any of its paths, and what extends it. */
const condition = /^sqlalchemy\.(?:\w+\.)*\w+\[(?:bool|typing\.Any)\]$/;

const form = 'def visible(user: CurrentUser) -> ColumnElement[bool]';

/** Reports the functions of a resource's rules that no condition could come from. */
export function checkWhereFunctions({ access }: WrittenResource, path: ConfigPath, run: Run): void {
  access?.rules?.forEach((rule, index) => {
    const fn = rule?.where_fn;
    if (fn === undefined) return;
    const place = [...path, 'access', 'rules', index, 'where_fn'];
    if (!checkFunction(fn, run, place)) return;
    const problem = problemOfCall(fn, 'the user', run) ?? problemOfResult(fn, run);
    if (problem !== undefined) reportSignature(fn, problem, form, run, place);
  });
}

/** Reports the function that makes values of rows for tests, if it is none that could. */
export function checkTestRow(
  { test_row_fn: fn }: WrittenResource,
  path: ConfigPath,
  run: Run,
): void {
  const place = [...path, 'test_row_fn'];
  if (fn === undefined || !checkFunction(fn, run, place)) return;
  const problem = problemOfCall(fn, 'a number', run);
  const row = 'def make_shift(number: int) -> dict[str, Any]';
  if (problem !== undefined) reportSignature(fn, problem, row, run, place);
}

function reportSignature(
  fn: string,
  problem: string,
  expected: string,
  run: Run,
  path: ConfigPath,
): void {
  run.report(path, {
    code: 'wrong-signature',
    found: fn,
    message: text`${unquoted(problem)} (${unquoted(run.source.fileOf(fn))})`,
    fix: text`Write ${unquoted(expected)}.`,
  });
}

/** Why a function cannot be called with one argument, as far as its source tells. */
function problemOfCall(fn: string, argument: string, { source }: Run): string | undefined {
  const fact = source.signature(fn);
  if (fact === undefined) return undefined;
  if ('unknown' in fact) return fact.isOther ? 'it is not a function' : undefined;
  if (fact.isAsync) return 'it is async, expected a function that is not';
  const { parameters } = fact;
  const takesUser = parameters.some(({ kind }) => ['positional', 'plain', '*'].includes(kind));
  const required = parameters.filter(
    ({ kind, hasDefault }) => !hasDefault && kind !== '*' && kind !== '**',
  );
  if (!takesUser || required.length > 1 || required.some(({ kind }) => kind === 'named')) {
    const names = parameters.map(({ name, kind }) => (kind === 'named' ? `${name}=…` : name));
    return `it takes (${names.join(', ')}), expected one argument, ${argument}`;
  }
  return undefined;
}

function problemOfResult(fn: string, { source }: Run): string | undefined {
  const type = source.returnType(fn);
  if (type === undefined || condition.test(type)) return undefined;
  return `it returns ${type}, expected a ColumnElement[bool]`;
}

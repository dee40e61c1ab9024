import { text } from '@rowhouse/core';
import * as z from 'zod';

import { fieldNameProblem } from './field-names.js';
import { identifierProblem } from './identifiers.js';
import { isRecord, rule, type Findings } from './rule.js';
import { isStorableText } from './text.js';

/** A value that a config can write, and a column can equal. */
export type Value = string | number | boolean;

/** What a field of a row is compared with. */
export type Test =
  | { readonly kind: 'is'; readonly value: Value }
  | { readonly kind: 'in'; readonly values: readonly Value[] }
  | { readonly kind: 'null' }
  | { readonly kind: 'user'; readonly attribute: string };

/** One field of a row, and what it must be, or must not be. */
export interface Comparison {
  readonly kind: 'field';
  readonly field: string;
  readonly test: Test;
  readonly negated: boolean;
}

/** What must hold of a row. No condition is negated as a whole: each comparison is by itself. */
export type Condition =
  Comparison | { readonly kind: 'all' | 'any'; readonly of: readonly Condition[] };

type Path = readonly (string | number)[];
type Report = Findings['report'];

/** What a problem of a condition advises. */
const forms =
  "Write {status: 'open'}, {status: {'in': ['open', 'new']}}, {status: {not: 'open'}}, {status: {'null': true}} or {author_id: {user: 'sub'}}.";

/** The schema of a condition. It is as deep as its author likes, so its form is checked by a rule. */
export const conditionConfig = z.record(z.string(), z.unknown()).check(
  rule((value, { report }) => {
    readCondition(value, [], report);
  }),
);

/** A condition as it is written: `{ status: 'open', author_id: { user: 'sub' } }`. */
export type ConditionConfig = z.output<typeof conditionConfig>;

/** Reads a condition that has passed the rule of its schema. */
export function conditionOf(config: ConditionConfig): Condition {
  return readCondition(config, [], () => undefined);
}

/** All comparisons of a condition, with their places in the config. */
export function comparisonsIn(
  config: unknown,
): readonly { readonly path: Path; readonly comparison: Comparison }[] {
  const found: { path: Path; comparison: Comparison }[] = [];
  readCondition(
    config,
    [],
    () => undefined,
    false,
    (path, comparison) => {
      found.push({ path, comparison });
    },
  );
  return found;
}

function readCondition(
  value: unknown,
  path: Path,
  report: Report,
  negated = false,
  visit: (path: Path, comparison: Comparison) => void = () => undefined,
): Condition {
  const read = (inner: unknown, at: Path, not = negated) =>
    readCondition(inner, at, report, not, visit);
  if (!isRecord(value)) {
    report(path, { code: 'wrong-type', found: value, expected: [{ type: 'object' }], fix: forms });
    return all([]);
  }
  const parts = Object.entries(value).map(([key, inner]): Condition => {
    const at = [...path, key];
    if (key === 'not') return read(inner, at, !negated);
    if (key !== 'all' && key !== 'any') return readField(key, inner, at, report, negated, visit);
    if (!Array.isArray(inner) || inner.length === 0) {
      report(at, {
        code: 'wrong-type',
        found: inner,
        expected: ['a list of conditions'],
        fix: text`Write ${key}: [{status: 'open'}, {status: 'new'}].`,
      });
      return all([]);
    }
    const of = inner.map((each: unknown, index) => read(each, [...at, index]));
    // Not all of them: any is not.
    return { kind: (key === 'all') === negated ? 'any' : 'all', of };
  });
  return parts.length === 1 ? parts[0]! : { kind: negated ? 'any' : 'all', of: parts };
}

function readField(
  field: string,
  value: unknown,
  path: Path,
  report: Report,
  negated: boolean,
  visit: (path: Path, comparison: Comparison) => void,
): Condition {
  const problem = fieldNameProblem(field);
  if (problem !== undefined) report(path, { found: field, ...problem });
  const test = readTest(value, path, report);
  if (test === undefined) return all([]);
  const comparison = {
    kind: 'field',
    field,
    test: test.test,
    negated: test.negated !== negated,
  } as const;
  visit(test.path, comparison);
  return comparison;
}

function readTest(
  value: unknown,
  path: Path,
  report: Report,
): { readonly test: Test; readonly negated: boolean; readonly path: Path } | undefined {
  const wrong = (at: Path, found: unknown, fix = forms) => {
    report(at, {
      code: 'wrong-type',
      found,
      expected: ['a value, or what it is compared by'],
      fix,
    });
    return undefined;
  };
  if (isValue(value)) return { test: { kind: 'is', value }, negated: false, path };
  if (value === null) return wrong(path, value, "Write {'null': true}.");
  const entries = isRecord(value) ? Object.entries(value) : [];
  const [entry] = entries;
  if (entries.length !== 1 || entry === undefined) return wrong(path, value);
  const [key, inner] = entry;
  const at = [...path, key];
  switch (key) {
    case 'not': {
      const test = readTest(inner, at, report);
      return test && { ...test, negated: !test.negated };
    }
    case 'null':
      if (typeof inner !== 'boolean') return wrong(at, inner, 'Write true or false.');
      return { test: { kind: 'null' }, negated: !inner, path: at };
    case 'in':
      if (!Array.isArray(inner) || inner.length === 0 || !inner.every(isValue)) {
        return wrong(at, inner, "Write a list of values: {'in': ['open', 'new']}.");
      }
      return { test: { kind: 'in', values: [...new Set(inner)] }, negated: false, path: at };
    case 'user': {
      if (typeof inner !== 'string') return wrong(at, inner, "Write {user: 'sub'}.");
      const problem = identifierProblem(inner);
      if (problem !== undefined) report(at, { found: inner, ...problem });
      return { test: { kind: 'user', attribute: inner }, negated: false, path: at };
    }
    default:
      report(at, {
        code: 'unknown-key',
        found: key,
        expected: [{ oneOf: ['in', 'not', 'null', 'user'] }],
        fix: forms,
      });
      return undefined;
  }
}

function isValue(value: unknown): value is Value {
  return (
    (typeof value === 'string' && isStorableText(value)) ||
    typeof value === 'boolean' ||
    (typeof value === 'number' && Number.isSafeInteger(value))
  );
}

/** What holds where all of some conditions do; of none, always. */
export function all(of: readonly Condition[]): Condition {
  return { kind: 'all', of };
}

/** The comparisons of a condition. */
export function fieldsIn(condition: Condition): readonly Comparison[] {
  return condition.kind === 'field' ? [condition] : condition.of.flatMap(fieldsIn);
}

/** The values of the config that a comparison asks for. */
export function valuesOf(test: Comparison['test']): readonly Value[] {
  return test.kind === 'is' ? [test.value] : test.kind === 'in' ? test.values : [];
}

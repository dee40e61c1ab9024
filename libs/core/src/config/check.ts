import type * as z from 'zod';
import {
  didYouMean,
  text,
  unquoted,
  type Bound,
  type Expected,
  type Issue,
  type Text,
  type Unit,
} from '@rowhouse/errors';

import type { ConfigPath } from '../target/scope.js';
import { dropNulls } from './drop-nulls.js';
import { knownKeys, suggestedFix } from './schema-at.js';

/** The outcome of checking a value: its parsed form, or every problem, with paths from the value. */
export type Checked<Value> =
  { readonly value: Value; readonly issues?: undefined } | { readonly issues: readonly Issue[] };

/** Checks plain data with a schema; null for an optional key is as if the key were left out. */
export function check<Value>(schema: z.ZodType<Value>, data: unknown): Checked<Value> {
  const checked = checkAsItIs(schema, data);
  if (!checked.issues) return checked;
  // Such a null passes no schema, so that it is looked for only now.
  const cleaned = dropNulls(schema, data);
  return cleaned === data ? checked : checkAsItIs(schema, cleaned);
}

function checkAsItIs<Value>(schema: z.ZodType<Value>, data: unknown): Checked<Value> {
  // Without a text of zod's, an issue has what only the schema's author says of it.
  const result = schema.safeParse(data, { reportInput: true, error: () => '' });
  if (result.success) return { value: result.data };
  return { issues: result.error.issues.flatMap((issue) => issuesOf(issue, schema, [])) };
}

/**
 * What a schema's check hands to zod, so that it comes out of {@link check} as an issue.
 *
 * @param issue its path, and that of `first`, are relative to the value that the check is about.
 */
export function customIssue(issue: Issue) {
  return { code: 'custom' as const, path: [...(issue.path ?? [])], params: { issue } };
}

/** An issue of zod as ours; of a union, those of the form that the value most likely means. */
function issuesOf(issue: z.core.$ZodIssue, schema: z.ZodType, base: ConfigPath): readonly Issue[] {
  const own = issue.path.map((step) => (typeof step === 'symbol' ? String(step) : step));
  const path = [...base, ...own];
  const found = issue.input === undefined ? {} : { found: issue.input };
  const code = issue.input === undefined ? 'missing' : undefined;
  const problem = (rest: Issue): readonly Issue[] => {
    const fix = suggestedFix(schema, path, issue.input) ?? rest.fix;
    return [{ path, ...rest, ...(fix !== undefined && { fix }) }];
  };
  if (issue.message !== '') return problem({ code: 'invalid-value', message: issue.message });
  switch (issue.code) {
    case 'custom':
      return [placedIn(path, issue)];
    case 'unrecognized_keys':
      return issue.keys.map((key) => unknownKey([...path, key], knownKeys(schema, path)));
    case 'invalid_type': {
      const expected = [{ type: issue.expected }];
      return problem({ code: code ?? 'wrong-type', ...found, expected });
    }
    case 'invalid_value': {
      const expected = [{ oneOf: issue.values }];
      const fix =
        code === 'missing' ? addedKey(path, issue.values) : fixFor(issue.input, issue.values);
      return problem({ code: code ?? 'wrong-value', ...found, expected, ...fix });
    }
    case 'too_small':
    case 'too_big':
      return problem({ code: 'out-of-range', ...found, expected: [limitOf(issue)] });
    case 'not_multiple_of':
      return problem({ code: 'out-of-range', ...found, expected: [{ multipleOf: issue.divisor }] });
    case 'invalid_format':
      return problem({ code: 'wrong-format', ...found, expected: [formatOf(issue)] });
    case 'invalid_union':
      return issuesOfUnion(issue, schema, path);
    default:
      return problem({ code: 'invalid-value', ...found, message: 'it is not accepted here' });
  }
}

/** An issue that a check of ours raised, with paths from the root. */
function placedIn(path: ConfigPath, { params }: z.core.$ZodIssueCustom): Issue {
  const issue = params?.['issue'] as Issue | undefined;
  if (!issue) {
    return { code: 'invalid-value', path, message: 'it is not accepted here' };
  }
  const before = path.slice(0, path.length - (issue.path?.length ?? 0));
  return { ...issue, path, ...(issue.first && { first: [...before, ...issue.first] }) };
}

function unknownKey(path: ConfigPath, known: readonly string[]): Issue {
  const listed = known.length > 0 ? text`Known keys: ${known}.` : undefined;
  const fix = didYouMean(String(path.at(-1)), known) ?? listed;
  const message = 'unknown key';
  return { code: 'unknown-key', path, isKey: true, message, ...(fix !== undefined && { fix }) };
}

/** How a key is added that can have one value alone. */
function addedKey(
  path: ConfigPath,
  [value, ...others]: readonly unknown[],
): { readonly fix?: Text } {
  const key = path.at(-1);
  if (typeof key !== 'string' || others.length > 0) return {};
  return { fix: text`Add ${unquoted(key)}: ${value}.` };
}

function fixFor(found: unknown, values: readonly unknown[]): { readonly fix?: Text } {
  if (typeof found !== 'string') {
    const meant = String(found);
    return values.includes(meant) ? { fix: text`Write it in quotes: ${meant}.` } : {};
  }
  const names = values.filter((value) => typeof value === 'string');
  const fix = didYouMean(found, names);
  return fix === undefined ? {} : { fix };
}

function limitOf(issue: z.core.$ZodIssueTooSmall | z.core.$ZodIssueTooBig): Expected {
  const units: Readonly<Record<string, Unit>> = { string: 'character', array: 'item' };
  const unit = units[issue.origin];
  const [limit, bound]: [number | bigint, Bound] =
    issue.code === 'too_small'
      ? [issue.minimum, issue.inclusive === false ? '>' : '>=']
      : [issue.maximum, issue.inclusive === false ? '<' : '<='];
  return { bound, limit, ...(unit && { unit }) };
}

function formatOf({ format, pattern }: z.core.$ZodIssueInvalidStringFormat): Expected {
  return format === 'regex' && pattern !== undefined ? { format, pattern } : { format };
}

/**
 * The problems of the form whose problems lie deepest, since its outer shape fits. Where no shape fits,
 * one problem, that any of the forms is expected.
 */
function issuesOfUnion(
  issue: z.core.$ZodIssueInvalidUnion,
  schema: z.ZodType,
  path: ConfigPath,
): readonly Issue[] {
  const { input } = issue;
  if ('options' in issue && issue.options && issue.discriminator !== undefined) {
    const member = (input as Record<string, unknown> | null)?.[issue.discriminator];
    // A form that is the default may leave it out.
    const values = issue.options.filter((value) => value !== undefined);
    const fix = fixFor(member, values);
    const expected = [{ oneOf: values }];
    return [{ code: 'wrong-value', path, found: member, expected, ...fix }];
  }
  const forms = issue.errors.map((form) => form.flatMap((each) => issuesOf(each, schema, path)));
  const isWrongShape = (each: Issue) =>
    each.path?.length === path.length && shapeCodes.has(each.code);
  const depth = (form: readonly Issue[]) => Math.max(...form.map((each) => each.path?.length ?? 0));
  const likely = forms
    .filter((form) => !form.some(isWrongShape))
    .sort((left, right) => depth(right) - depth(left) || left.length - right.length)[0];
  if (likely) return likely;
  const expected = forms.flat().flatMap((each) => each.expected ?? []);
  if (input === undefined) return [{ code: 'missing', path, expected }];
  const fix = forms.flat().find((each) => each.fix !== undefined)?.fix;
  // A text where some form is one of several texts: its type fits, its value does not.
  const isOfType = expected.some(
    (each) =>
      typeof each === 'object' &&
      'oneOf' in each &&
      each.oneOf.some((value) => typeof value === typeof input),
  );
  const code = isOfType ? 'wrong-value' : 'wrong-type';
  return [{ code, path, found: input, expected, ...(fix !== undefined && { fix }) }];
}

/** The value itself is not what the form asks for, whatever is inside it. */
const shapeCodes: ReadonlySet<string> = new Set(['missing', 'wrong-type', 'wrong-value']);

import { didYouMean, text, type Issue } from '@rowhouse/errors';

import { refuse } from '../errors/errors.js';
import { readableObject } from '../sql/identifier.js';
import * as kinds from './kinds.js';

/** What each option can be. The compiler sees that none is forgotten. */
export type Kinds<Options> = Readonly<Record<NamesOf<Options>, kinds.Kind>>;

/** Of a union, the names of all its members. */
type NamesOf<Options> = Options extends unknown ? keyof Options : never;

type Path = readonly (string | number)[];

/** What definitions have in common: many spread one object with these, also where one of them has no effect. */
const COMMON = ['metadata', 'config', 'schema'];

/**
 * Sees that options are what their type says: `schema.config.ts` runs without its types being
 * checked, and an option that is misspelled would be one that was never said.
 *
 * @param subject What has the options, such as `table blog.articles`.
 * @throws {SchemaValidationError} with every option that is unknown, missing or wrong.
 */
export function requireOptions(
  subject: string,
  options: object | undefined,
  known: Readonly<Record<string, kinds.Kind>>,
): void {
  refuse(issuesOf(subject, [], options, known));
}

/**
 * Does the same for what has a name, and a schema that is `public` unless its options say another.
 *
 * @param what `table`, `domain`.
 * @returns What messages call it: `table blog.articles`.
 */
export function requireDefinition(
  what: string,
  name: string,
  options: { readonly schema?: string } | undefined,
  known: Readonly<Record<string, kinds.Kind>>,
): string {
  const schema: unknown = options?.schema;
  const inSchema = typeof schema === 'string' ? schema : 'public';
  const isNamed = kinds.string.accepts(name);
  const subject = isNamed ? `${what} ${readableObject({ schema: inSchema, name })}` : what;
  const unnamed = issuesIn(subject, ['name'], name, kinds.string);
  refuse([...unnamed, ...issuesOf(subject, [], options, known)]);
  return subject;
}

/**
 * Sees that an argument is of its kind.
 *
 * @param path What messages call it, after the subject.
 * @throws {SchemaValidationError} when it is not.
 */
export function requireArgument(
  subject: string,
  path: Path,
  value: unknown,
  kind: kinds.Kind,
): void {
  refuse(issuesIn(subject, path, value, kind));
}

function issuesOf(
  subject: string,
  path: Path,
  options: object | null | undefined,
  known: Readonly<Record<string, kinds.Kind>>,
): readonly Issue[] {
  if (options !== undefined && (typeof options !== 'object' || options === null)) {
    const expected = [{ type: 'object' }];
    return [{ code: 'wrong-option', subject, path: ['options'], found: options, expected }];
  }
  const given = (options ?? {}) as Readonly<Record<string, unknown>>;
  const common = path.length === 0 ? COMMON : [];
  const issues: Issue[] = [];
  for (const name of Object.keys(given)) {
    if (Object.hasOwn(known, name) || common.includes(name)) continue;
    const names = Object.keys(known);
    issues.push({
      code: 'unknown-option',
      subject,
      path: [...path, name],
      isKey: true,
      message: 'unknown option',
      fix: didYouMean(name, names) ?? text`Known options: ${names}.`,
    });
  }
  for (const [name, kind] of Object.entries(known)) {
    const value = given[name];
    const isLeftOut = value === undefined && !kind.isRequired;
    if (!isLeftOut) issues.push(...issuesIn(subject, [...path, name], value, kind));
  }
  return issues;
}

/** What is wrong with a value, or with what is in it. */
function issuesIn(subject: string, path: Path, value: unknown, kind: kinds.Kind): readonly Issue[] {
  if (!kind.accepts(value)) return [wrong(subject, path, value, kind)];
  const { items, options, choices } = kind;
  const choice = choices?.find((each) => each.accepts(value));
  if (choice) return issuesIn(subject, path, value, choice);
  if (options) return issuesOf(subject, path, value as object, options);
  if (!items) return [];
  if (Array.isArray(value)) {
    return value.flatMap((item, index) => issuesIn(subject, [...path, index], item, items));
  }
  return Object.entries(value as object).flatMap(([key, item]) =>
    item === undefined ? [] : issuesIn(subject, [...path, key], item, items),
  );
}

function wrong(subject: string, path: Path, value: unknown, kind: kinds.Kind): Issue {
  const { code = 'wrong-option', expected } = kind;
  const values = expected.flatMap((each) =>
    typeof each === 'object' && 'oneOf' in each ? each.oneOf.map(String) : [],
  );
  const fix = kind.fix ?? (typeof value === 'string' ? didYouMean(value, values) : undefined);
  return {
    code,
    subject,
    path,
    ...(value === undefined ? {} : { found: value }),
    expected,
    ...(fix !== undefined && { fix }),
  };
}

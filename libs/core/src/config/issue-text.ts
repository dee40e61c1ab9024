import type { core } from 'zod';

/** The keys an object schema knows, by the list of unknown keys of an issue about it. */
const knownKeys = new WeakMap<readonly string[], readonly string[]>();

/** The keys that the object of an `unrecognized_keys` issue may have, in schema order. */
export function keysKnownTo(unknown: readonly string[]): readonly string[] {
  return knownKeys.get(unknown) ?? [];
}

/**
 * Words a problem that a schema found: what was found, what was expected. It is a zod error map; a
 * message that a schema gives itself goes before it.
 */
export function issueText(issue: core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined
        ? `missing, expected ${typeName(issue.expected)}`
        : `found ${describe(issue.input)}, expected ${typeName(issue.expected)}`;
    case 'invalid_value':
      return issue.input === undefined
        ? `missing, expected ${oneOf(issue.values)}`
        : `found ${describe(issue.input)}, expected ${oneOf(issue.values)}`;
    case 'unrecognized_keys':
      knownKeys.set(issue.keys, shapeKeys(issue.inst));
      return 'unknown key';
    case 'too_small':
      return `found ${size(issue)}, expected ${issue.inclusive === false ? 'more than' : 'at least'} ${bound(issue.minimum, issue.origin)}`;
    case 'too_big':
      return `found ${size(issue)}, expected ${issue.inclusive === false ? 'less than' : 'at most'} ${bound(issue.maximum, issue.origin)}`;
    case 'not_multiple_of':
      return `found ${describe(issue.input)}, expected a multiple of ${issue.divisor}`;
    case 'invalid_format':
      return `found ${describe(issue.input)}, expected ${formatName(issue)}`;
    case 'invalid_union':
      return issue.discriminator !== undefined && 'options' in issue && issue.options
        ? `found ${describe(memberOf(issue.input, issue.discriminator))}, expected ${oneOf(issue.options as readonly unknown[])}`
        : `found ${describe(issue.input)}, which is none of the accepted forms`;
    default:
      return undefined;
  }
}

/** A value as a message shows it: scalars as they are written, the rest by its kind. */
export function describe(value: unknown): string {
  if (value === null) return 'null';
  if (typeof value === 'string') return quote(value);
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : 'a list';
  if (typeof value === 'object') return 'an object';
  if (value === undefined) return 'nothing';
  return String(value as number | boolean);
}

function quote(text: string): string {
  const shown = text.length > 60 ? `${text.slice(0, 57)}...` : text;
  return /^[^'\\\p{C}]*$/u.test(shown) ? `'${shown}'` : JSON.stringify(shown);
}

const mostValuesShown = 15;

const typeNames: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
  never: 'nothing',
  undefined: 'nothing',
  'operation entry': "an operation's name, or an object with its 'name' and options",
};

function typeName(expected: string): string {
  return typeNames[expected] ?? expected;
}

function oneOf(values: readonly unknown[]): string {
  const shown = values.slice(0, mostValuesShown).map(describe);
  const more = values.length - shown.length;
  const rest = more > 0 ? `, … ${more} more` : '';
  return shown.length === 1 ? shown[0]! : `one of ${shown.join(', ')}${rest}`;
}

function size(issue: { readonly input?: unknown; readonly origin: string }): string {
  const { input } = issue;
  if (Array.isArray(input)) return count(input.length, 'item');
  if (typeof input === 'string') {
    return input === ''
      ? 'an empty string'
      : `${describe(input)} (${count(input.length, 'character')})`;
  }
  return describe(input);
}

function bound(limit: number | bigint, origin: string): string {
  if (origin === 'string') return count(limit, 'character');
  if (origin === 'array') return count(limit, 'item');
  return String(limit);
}

function count(amount: number | bigint, noun: string): string {
  return `${amount} ${noun}${Number(amount) === 1 ? '' : 's'}`;
}

function formatName(issue: { readonly format: string; readonly pattern?: string }): string {
  return issue.format === 'regex' ? `a match of ${issue.pattern}` : `a valid ${issue.format}`;
}

function memberOf(value: unknown, key: string): unknown {
  return (value as Record<string, unknown> | null)?.[key];
}

function shapeKeys(schema: unknown): readonly string[] {
  const shape = (schema as { _zod?: { def?: { shape?: object } } } | undefined)?._zod?.def?.shape;
  return shape ? Object.keys(shape) : [];
}

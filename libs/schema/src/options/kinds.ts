import type { Expected, Text } from '@rowhouse/errors';

/** What an option can be, and how messages call that. */
export interface Kind {
  readonly expected: readonly Expected[];
  /** Whether a value is of this kind, leaving aside what is in it. */
  accepts(value: unknown): boolean;
  /** What each item is, of a list or an object with any keys. */
  readonly items?: Kind;
  /** The options that it has, of an object with some. */
  readonly options?: Readonly<Record<string, Kind>>;
  /** What it can be: the first that accepts a value says what is in it. */
  readonly choices?: readonly Kind[];
  /** Whether it cannot be left out. */
  readonly isRequired?: boolean;
  /** Code of the issue, if it has one of its own. */
  readonly code?: string;
  readonly fix?: Text;
}

export const string = typed('string');
export const boolean = typed('boolean');
export const number = typed('number');
export const callback = kind('a function', (value) => typeof value === 'function');
export const integer = kind('a whole number', (value) =>
  typeof value === 'number' ? Number.isInteger(value) : typeof value === 'bigint',
);
export const sql = kind("SQL, as drizzle's sql makes it", (value) => has(value, 'getSQL'));
export const strings = listOf(string, 'a list of strings');
export const plugins = listOf(
  kind('a plugin', (value) => has(value, 'run')),
  'a list of plugins',
);

/** Not by `instanceof`, here and below: it may come from another copy of this library. */
export const metadata: Kind = {
  ...required(kind("the project's Metadata", isMetadata)),
  code: 'no-metadata',
  fix: 'Pass { metadata }, and define it with `export const metadata = new Metadata()`.',
};

export const extension = kind('an extension', (value) => has(value, 'configureMetadata'));
export const columns: Kind = {
  ...kind('an object with columns by key', isObject),
  code: 'no-column-definition',
};
export const config = kind('a SchemaConfig', (value) => has(value, 'extension'));
export const tableOrView = kind('a table, view or partition of this library', (value) =>
  isMetadata((value as { readonly metadata?: unknown } | null)?.metadata),
);
/** What has a name: a table, a function. */
export const named = kind('an object with schema and name', (value) => {
  const { schema, name } = (value ?? {}) as Readonly<Record<string, unknown>>;
  return typeof schema === 'string' && typeof name === 'string';
});
export const table: Kind = {
  ...kind('what table() returns', (value) => {
    const { table: own, metadata: registry } = (value ?? {}) as Readonly<Record<string, unknown>>;
    return isMetadata(registry) && typeof own === 'object';
  }),
  fix: 'Pass what table() returns, not its .table.',
};
export const query = kind('a select of drizzle, or a function that makes one', (value) =>
  ['object', 'function'].includes(typeof value),
);
export const row = kind('an object with values by column', isObject);
export const rows = listOf(row, 'a list of rows');
export const list = kind('a list', Array.isArray);
export const partitionBy = kind('one of range, list and hash, with a list of columns', (value) => {
  const [[method, columns] = ['', ''], ...others] = Object.entries(value ?? {});
  const isMethod = ['range', 'list', 'hash'].includes(method);
  const isColumns = Array.isArray(columns) && columns.every(string.accepts);
  return isMethod && isColumns && others.length === 0;
});
export const security = oneOf('invoker', 'definer');

export function oneOf(...values: readonly string[]): Kind {
  return {
    expected: [{ oneOf: values }],
    accepts: (value) => values.includes(value as string),
  };
}

export function listOf(items: Kind, words: string): Kind {
  return { ...kind(words, Array.isArray), items };
}

/** An object with any keys; what is undefined in it is as if it were left out. */
export function recordOf(items: Kind, words: string): Kind {
  return { ...kind(words, (value) => isObject(value) && !Array.isArray(value)), items };
}

/** An object that has some of these options, and no others. */
export function objectWith(options: Readonly<Record<string, Kind>>, words: string): Kind {
  return { ...kind(words, (value) => isObject(value) && !Array.isArray(value)), options };
}

export function either(...choices: readonly Kind[]): Kind {
  return {
    expected: choices.flatMap(({ expected }) => expected),
    accepts: (value) => choices.some((each) => each.accepts(value)),
    choices,
  };
}

export function required(optional: Kind): Kind {
  return { ...optional, isRequired: true };
}

function typed(type: 'string' | 'boolean' | 'number'): Kind {
  return { expected: [{ type }], accepts: (value) => typeof value === type };
}

function kind(words: string, accepts: (value: unknown) => boolean): Kind {
  return { expected: [words], accepts };
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function isMetadata(value: unknown): boolean {
  return has(value, 'registerObject');
}

/** Whether a value has a method. */
function has(value: unknown, method: string): boolean {
  return typeof (value as Readonly<Record<string, unknown>> | null)?.[method] === 'function';
}

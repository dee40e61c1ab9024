import type { Expected, Text } from '@rowhouse/errors';

/** What an option can be, and how messages call that. */
export interface Kind {
  readonly expected: readonly Expected[];
  accepts(value: unknown): boolean;
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
export const list = kind('a list', Array.isArray);
export const partitionBy = kind('one of range, list and hash, with a list of columns', (value) => {
  const [[method, columns] = ['', ''], ...others] = Object.entries(value ?? {});
  const isMethod = ['range', 'list', 'hash'].includes(method);
  return isMethod && strings.accepts(columns) && others.length === 0;
});
export const security = oneOf('invoker', 'definer');

export function oneOf(...values: readonly string[]): Kind {
  return {
    expected: [{ oneOf: values }],
    accepts: (value) => values.includes(value as string),
  };
}

export function listOf(item: Kind, words: string): Kind {
  return kind(words, (value) => Array.isArray(value) && value.every((each) => item.accepts(each)));
}

/** An object with any keys; what is undefined in it is as if it were left out. */
export function recordOf(item: Kind, words: string): Kind {
  const isItem = (value: unknown) => value === undefined || item.accepts(value);
  return kind(
    words,
    (value) => isObject(value) && !Array.isArray(value) && Object.values(value).every(isItem),
  );
}

/** An object that has some of these keys, and no others. */
export function withKeys(...keys: readonly string[]): Kind {
  const isKnown = (key: string) => keys.includes(key);
  return kind(
    `an object with ${keys.join(', ')}`,
    (value) => isObject(value) && Object.keys(value).every(isKnown),
  );
}

export function either(...kinds: readonly Kind[]): Kind {
  return {
    expected: kinds.flatMap(({ expected }) => expected),
    accepts: (value) => kinds.some((each) => each.accepts(value)),
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

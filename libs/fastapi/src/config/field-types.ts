import type { TypeName } from '@rowhouse/sqlalchemy';

import {
  isAddress,
  isDate,
  isDateTime,
  isDecimal,
  isInt,
  isNetwork,
  isNumber,
  isRange,
  isStorable,
  isText,
  isTime,
} from './field-values.js';
import { isRecord } from './rule.js';

/** What the generator knows of a type that a single value can have. */
export interface TypeRow {
  /** The Python type of its values: a builtin, or a module and its member. */
  readonly annotation: string;
  /** That of values which come in, where it checks more than that of values which go out. */
  readonly requestAnnotation?: string;
  /** How a default is written in Python. Default: as the literal of its value. */
  readonly python?: PythonDefault;
  /** What a default looks like in a config, for messages. */
  readonly form: string;
  /** Whether a config's value is one of the type. */
  readonly accepts: (value: unknown) => boolean;
  /** Which texts are values of the type, where its class in Python does not say it: a pattern, for tests. */
  readonly texts?: string;
  /** A value of the type, as a config writes it. */
  readonly example: unknown;
  /** How a value of a config is written in JSON. Default: as it is. */
  readonly inJson?: (value: unknown) => unknown;
  /** What can be said of its values: of text that it has a length or a pattern, of numbers bounds. */
  readonly kind: 'text' | 'number' | 'bytes' | 'other';
  /** Whether a database can sort by a column of the type. */
  readonly isOrderable: boolean;
  /** Whether filters tell which of two values is greater. */
  readonly isCompared?: boolean;
  /** Whether it can be the type of a list's items. */
  readonly isItem: boolean;
  /** The columns that a config may give the type, besides those that are called like it. */
  readonly columns?: readonly TypeName[];
  /** What other languages and tools call the type, for messages. */
  readonly aliases?: readonly string[];
  /** The type of a path variable, in the runtime's schemas, where the column of a key can have the type. */
  readonly pathType?: string;
  /** The type of PostgreSQL that policies cast a user's claim to, where they compare one with the type. */
  readonly cast?: string;
  /** The type of its values in clients. Default: a string. */
  readonly typescript?: TypeScriptType;
  /** What checks them in clients with zod: a function of `z`, and its arguments. Default: as a text. */
  readonly zod?: readonly [name: string, argument?: string];
  /** The Python packages without which its annotation cannot be imported. */
  readonly packages?: readonly string[];
  /** The column type that a new model names, where the annotation alone does not tell it. */
  readonly newColumn?: string;
}

/** How TypeScript writes the type of a value. */
export interface TypeScriptType {
  readonly type: string;
  /** That of what is sent, which may be written in more than one way. */
  readonly request?: string;
  /** Whether it is one of the client's runtime. */
  readonly isImported?: true;
  /** The type of the client's runtime in its place where dates have types of their own. */
  readonly branded?: string;
}

/** How Python writes a default: a call with the value as its argument, or a literal of another kind. */
export type PythonDefault =
  | {
      /** A module and the callable in it, dotted. */
      readonly call: string;
      /** The name of the argument. Default: it is the first. */
      readonly keyword?: string;
      /** Whether a number is given as text, so that it stays exact. */
      readonly asText?: boolean;
    }
  | { readonly literal: 'float' | 'bytes' };

const ordered = { kind: 'other', isOrderable: true, isItem: true } as const;
const compared = { ...ordered, isCompared: true } as const;
const number = { type: 'number' } as const;

/** The types that a single value can have, by the name a config gives them: a new one is a row here. */
const rows = {
  uuid: {
    ...ordered,
    annotation: 'uuid.UUID',
    python: { call: 'uuid.UUID' },
    form: 'a UUID such as "0b0e3a52-7d6f-4f0c-9b1e-3f1d2c4b5a69"',
    accepts: isText(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i),
    example: '0b0e3a52-7d6f-4f0c-9b1e-3f1d2c4b5a69',
    columns: ['json'],
    pathType: 'UuidKey',
    cast: 'uuid',
    zod: ['guid'],
  },
  str: {
    ...compared,
    kind: 'text',
    annotation: 'str',
    form: 'a string',
    accepts: isText(/^/),
    example: 'text',
    columns: ['enum', 'json', 'macaddr'],
    aliases: ['string', 'text', 'varchar'],
    pathType: 'StrKey',
    cast: 'text',
  },
  email: {
    ...compared,
    kind: 'text',
    annotation: 'str',
    requestAnnotation: 'pydantic.EmailStr',
    form: 'an e-mail address',
    accepts: isText(/^[^\s@]+@[^\s@]+\.[^\s@]+$/),
    example: 'ada@example.org',
    texts: String.raw`^[a-z]{6}@example\.com$`,
    columns: ['str', 'json'],
    packages: ['email-validator'],
  },
  int: {
    ...compared,
    kind: 'number',
    annotation: 'int',
    form: 'a whole number of 64 bits',
    accepts: isInt,
    example: 1,
    columns: ['enum', 'json'],
    aliases: ['integer', 'bigint'],
    pathType: 'IntKey',
    cast: 'bigint',
    typescript: number,
  },
  float: {
    ...compared,
    kind: 'number',
    annotation: 'float',
    python: { literal: 'float' },
    form: 'a number',
    accepts: isNumber,
    example: 1.5,
    columns: ['json'],
    aliases: ['number', 'double'],
    typescript: number,
  },
  bool: {
    ...ordered,
    annotation: 'bool',
    form: 'true or false',
    accepts: (value) => typeof value === 'boolean',
    example: true,
    columns: ['json'],
    aliases: ['boolean'],
    cast: 'boolean',
    typescript: { type: 'boolean' },
    zod: ['boolean'],
  },
  datetime: {
    ...compared,
    annotation: 'datetime.datetime',
    python: { call: 'datetime.datetime.fromisoformat' },
    form: 'a date and time with an offset, such as "2030-01-31T12:00:00Z"',
    accepts: isDateTime,
    example: '2030-01-31T12:00:00Z',
    aliases: ['timestamp', 'date-time'],
    pathType: 'DateTimeKey',
    cast: 'timestamptz',
    typescript: { type: 'string', branded: 'DateTimeText' },
    newColumn: 'DateTime(timezone=True)',
  },
  date: {
    ...compared,
    annotation: 'datetime.date',
    python: { call: 'datetime.date.fromisoformat' },
    form: 'a date such as "2030-01-31"',
    accepts: isDate,
    example: '2030-01-31',
    columns: ['json'],
    pathType: 'DateKey',
    cast: 'date',
    typescript: { type: 'string', branded: 'DateText' },
    zod: ['iso.date'],
  },
  json: {
    annotation: 'dict[str, typing.Any]',
    form: 'an object whose text has no NUL and no lone surrogate',
    accepts: (value) => isRecord(value) && isStorable(value),
    example: {},
    kind: 'other',
    isOrderable: false,
    // It holds lists already.
    isItem: false,
    aliases: ['object', 'jsonb'],
    typescript: { type: 'JsonObject', isImported: true },
    zod: ['record', 'z.string(), z.unknown()'],
    newColumn: 'JSON',
  },
  decimal: {
    ...compared,
    kind: 'number',
    annotation: 'decimal.Decimal',
    python: { call: 'decimal.Decimal', asText: true },
    form: 'a number, or a string of one such as "9.90"',
    accepts: isDecimal,
    example: '9.90',
    aliases: ['numeric'],
    cast: 'numeric',
    // Exact in JSON: a text in responses, either in requests.
    typescript: { type: 'string', request: 'number | string' },
    newColumn: 'Numeric(20, 4)',
  },
  time: {
    ...compared,
    annotation: 'datetime.time',
    python: { call: 'datetime.time.fromisoformat' },
    form: 'a time such as "12:30:00"',
    accepts: isTime,
    example: '12:30:00',
    typescript: { type: 'string', branded: 'TimeText' },
    zod: ['iso.time'],
  },
  timedelta: {
    ...compared,
    annotation: 'datetime.timedelta',
    python: { call: 'datetime.timedelta', keyword: 'seconds' },
    form: 'a number of seconds',
    accepts: isNumber,
    example: 60,
    inJson: (seconds) => `${Number(seconds) < 0 ? '-' : ''}PT${Math.abs(Number(seconds))}S`,
    aliases: ['interval'],
    typescript: { type: 'string', branded: 'DurationText' },
  },
  bytes: {
    ...ordered,
    kind: 'bytes',
    annotation: 'runtime.schemas.Base64Bytes',
    isItem: false,
    python: { literal: 'bytes' },
    form: 'a string',
    accepts: isText(/^[\x20-\x7e\s]*$/),
    example: 'bytes',
    inJson: (text) => Buffer.from(text as string).toString('base64'),
    zod: ['base64'],
  },
  inet: {
    ...ordered,
    annotation: 'runtime.addresses.Inet',
    python: { call: 'ipaddress.ip_interface' },
    form: 'an IPv4 or IPv6 address such as "10.0.0.1" or "10.0.0.0/8"',
    accepts: isAddress,
    example: '10.0.0.1',
  },
  cidr: {
    ...ordered,
    annotation: 'runtime.addresses.Cidr',
    python: { call: 'ipaddress.ip_network' },
    form: 'an IPv4 or IPv6 network such as "10.0.0.0/8"',
    accepts: isNetwork,
    example: '10.0.0.0/8',
  },
  macaddr: {
    ...ordered,
    annotation: 'runtime.addresses.MacAddress',
    form: 'a MAC address such as "08:00:2b:01:02:03"',
    accepts: isText(/^[\da-f]{2}(:[\da-f]{2}){5}(:[\da-f]{2}:[\da-f]{2})?$/),
    example: '08:00:2b:01:02:03',
    texts: '^08:00:2b(:[0-9a-f]{2}){3}$',
  },
  'range[int]': rangeOf('int', isInt, [1, 10]),
  'range[decimal]': rangeOf('decimal.Decimal', isDecimal, ['1.50', '9.90']),
  'range[date]': rangeOf('datetime.date', isDate, ['2030-01-31', '2030-02-28']),
  'range[datetime]': rangeOf('datetime.datetime', isDateTime, [
    '2030-01-31T12:00:00Z',
    '2030-01-31T14:00:00Z',
  ]),
} as const satisfies Readonly<Record<string, TypeRow>>;

/** The name of a type that a single value can have. */
export type ScalarType = keyof typeof rows;

/** The rows by the names of the types, in the order the documentation lists them. */
export const typeRows: Readonly<Record<ScalarType, TypeRow>> = rows;

/** A list of scalars, as a config writes it. */
export type ListType = `list[${Exclude<ScalarType, 'json' | 'bytes' | `range[${string}]`>}]`;

/** The name of a field's type. */
export type FieldType = ScalarType | ListType;

const scalarTypes = Object.keys(rows) as ScalarType[];

/** The type of a column of a key. */
export type KeyType = {
  [Type in ScalarType]: (typeof rows)[Type] extends { readonly pathType: string } ? Type : never;
}[ScalarType];

/** The types that a column of a key can have: those whose values are steps of a path. */
export const keyTypes = scalarTypes.filter(
  (type): type is KeyType => typeRows[type].pathType !== undefined,
);

/** The type of a path variable, in the runtime's schemas. */
export function pathType(type: KeyType): string {
  return rows[type].pathType;
}

/** Every type that a field can have, in the order the documentation lists them. */
export const fieldTypes: readonly FieldType[] = [
  ...scalarTypes,
  ...scalarTypes.filter((type) => typeRows[type].isItem).map((type) => `list[${type}]` as ListType),
];

/** Whether a value is the name of a field's type. */
export function isFieldType(value: unknown): value is FieldType {
  return fieldTypes.includes(value as FieldType);
}

/** Whether a name is that of a type for a single value. */
export function isScalarType(name: string): name is ScalarType {
  return Object.hasOwn(rows, name);
}

/** The type of a list's items, or undefined for a scalar. */
export function itemType(type: FieldType): ScalarType | undefined {
  return type.startsWith('list[') ? (type.slice(5, -1) as ScalarType) : undefined;
}

/** The type of a range's ends, or undefined for what is no range. */
export function endType(type: FieldType): ScalarType | undefined {
  return type.startsWith('range[') ? (type.slice(6, -1) as ScalarType) : undefined;
}

/** The row of a type, or undefined for a list. */
export function rowOf(type: FieldType): TypeRow | undefined {
  return itemType(type) === undefined ? typeRows[type as ScalarType] : undefined;
}

/** The row of a type; of a list, that of its items. */
export function valueRow(type: FieldType): TypeRow {
  return typeRows[itemType(type) ?? (type as ScalarType)];
}

/** The types besides `json` whose values have one form in JSON, so that they compare as they are. */
export const partsOfJson = scalarTypes.filter(isPartOfJson);

/** Whether a JSON column can have the type, or that of a list's items. */
export function isPartOfJson(type: FieldType): boolean {
  return valueRow(type).columns?.includes('json') ?? false;
}

/** Whether a list can be sorted by a field. */
export function isOrderable(field: { readonly type: FieldType; readonly json?: boolean }): boolean {
  return field.json !== true && (rowOf(field.type)?.isOrderable ?? false);
}

/** A range without an end is infinite there. */
export interface Ends {
  readonly lower?: unknown;
  readonly upper?: unknown;
}

/** The row of a range whose ends are of a type. */
function rangeOf(
  end: string,
  isEnd: (value: unknown) => boolean,
  [lower, upper]: readonly [unknown, unknown],
) {
  const example = { lower, upper };
  return {
    annotation: `runtime.ranges.Range[${end}]`,
    form: `a range such as ${JSON.stringify(example)}, without its upper end`,
    accepts: (value: unknown) => isRange(value, isEnd),
    example,
    inJson: (value: unknown) => wholeRange(value as Ends),
    kind: 'other',
    isOrderable: false,
    // PostgreSQL has multiranges instead.
    isItem: false,
  } as const;
}

/** A range of a config as a response has it. */
function wholeRange({ lower = null, upper = null }: Ends) {
  return { lower, upper, bounds: `${lower === null ? '(' : '['})`, empty: false };
}

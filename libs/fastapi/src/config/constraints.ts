import { text, unquoted, type Expected, type Text, type Problem } from '@rowhouse/core';
import type { TypeName } from '@rowhouse/sqlalchemy';
import * as z from 'zod';

import { itemType, rowOf, typeRows, type FieldType } from './field-types.js';
import { isMatch, patternProblem } from './pattern.js';

/** A limit that a config sets to the values of a field: what all that deals with it needs to know. */
export interface Constraint<Limit = unknown> {
  /** What the config may say. */
  readonly schema: z.ZodType<Limit>;
  /** The types whose values it can limit. */
  appliesTo(type: FieldType): boolean;
  /** Why it cannot limit the values of another type. */
  misfit(type: FieldType): Text;
  /** What is wrong with the limit itself. */
  limitProblem?(limit: Limit, type: FieldType): Problem | undefined;
  /** The columns that have it by themselves, and where facts tell the limit. */
  readonly column?: { readonly type: TypeName; readonly limit: 'length' | 'precision' | 'scale' };
  /** The argument of Pydantic's `Field` that it becomes, with the limit as its value. */
  readonly argument: string;
  /** The method of zod's schemas that checks it in clients, for texts, lists and numbers. Default: the API alone checks it. */
  readonly zod?: string;
  /** Whether `decimal` of the client's runtime checks it, by its name. Default: the API alone checks it. */
  readonly ofDecimals?: true;
  /** Which limit lets more values through, a greater or a lesser one; undefined where each lets others through. */
  readonly wider?: 'greater' | 'lesser';
  /** The constraint that a field cannot have as well. */
  readonly excludes?: string;
  /** Whether it lets a value of the type through, as a config writes the value. */
  accepts(value: unknown, limit: Limit): boolean;
  /** What it expects of a value. */
  expected(limit: Limit): Expected;
  /** A value that it does not let through, as JSON; undefined where there is none, or none is known. */
  violatedBy(limit: Limit, type: FieldType): unknown;
}

const length = z.int().min(0);

/** Every constraint by its key in a field: a new one is a row here. */
export const constraints = {
  min_length: constraint<number>({
    schema: length.meta({
      description: 'The minimum number of characters, bytes or items.',
      examples: [1],
    }),
    appliesTo: hasLength,
    misfit: withoutLength,
    argument: 'min_length',
    zod: 'min',
    wider: 'lesser',
    accepts: (value, limit) => lengthOf(value) >= limit,
    expected: (limit) => text`at least min_length, ${limit}`,
    violatedBy: (limit, type) => (limit > 0 ? valueOfLength(limit - 1, type) : undefined),
  }),
  max_length: constraint<number>({
    schema: length.meta({
      description: 'The maximum number of characters, bytes or items.',
      examples: [80],
    }),
    appliesTo: hasLength,
    misfit: withoutLength,
    argument: 'max_length',
    zod: 'max',
    wider: 'greater',
    column: { type: 'str', limit: 'length' },
    accepts: (value, limit) => lengthOf(value) <= limit,
    expected: (limit) => text`at most max_length, ${limit}`,
    violatedBy: (limit, type) => valueOfLength(limit + 1, type),
  }),
  pattern: constraint<string>({
    schema: z
      .string()
      .min(1)
      .meta({
        description:
          'A regular expression that the text must contain. To match the whole text, add ^ and $.',
        examples: ['^[a-z-]+$'],
      }),
    appliesTo: (type) => type === 'str',
    misfit: (type) => text`only ${'str'} fields have a pattern, not ${type}`,
    limitProblem: patternProblem,
    argument: 'pattern',
    zod: 'regex',
    accepts: (value, limit) => isMatch(limit, value as string) !== false,
    expected: (limit) => text`a match of the pattern ${limit}`,
    violatedBy: (limit) =>
      ['', ' ', '~', '0', 'a', 'A', 'é'].find((value) => !new RegExp(limit, 'u').test(value)),
  }),
  ge: bound({
    description: 'The minimum.',
    argument: 'ge',
    zod: 'gte',
    wider: 'lesser',
    expected: 'at least',
    accepts: (value, limit) => value >= limit,
    violation: (limit) => limit - 1,
  }),
  gt: bound({
    description: 'The value must be greater than this.',
    argument: 'gt',
    zod: 'gt',
    excludes: 'ge',
    wider: 'lesser',
    expected: 'more than',
    accepts: (value, limit) => value > limit,
    violation: (limit) => limit,
  }),
  le: bound({
    description: 'The maximum.',
    argument: 'le',
    zod: 'lte',
    wider: 'greater',
    expected: 'at most',
    accepts: (value, limit) => value <= limit,
    violation: (limit) => limit + 1,
  }),
  lt: bound({
    description: 'The value must be less than this.',
    argument: 'lt',
    zod: 'lt',
    excludes: 'le',
    wider: 'greater',
    expected: 'less than',
    accepts: (value, limit) => value < limit,
    violation: (limit) => limit,
  }),
  max_digits: digits({
    description: 'The maximum number of digits, including decimal places.',
    least: 1,
    argument: 'max_digits',
    limit: 'precision',
    expected: (limit) => text`at most max_digits, ${limit}`,
    accepts: (value, limit) => digitsOf(value).length <= limit,
    violation: (limit) => `1${'0'.repeat(limit)}`,
  }),
  decimal_places: digits({
    description: 'The maximum number of decimal places.',
    least: 0,
    argument: 'decimal_places',
    limit: 'scale',
    expected: (limit) => text`at most decimal_places, ${limit}`,
    accepts: (value, limit) => placesOf(value) <= limit,
    violation: (limit) => `0.${'0'.repeat(limit)}1`,
  }),
};

/** The key of a constraint in a field. */
export type ConstraintName = keyof typeof constraints;

/** The constraints with their keys, in the order of the table. */
export const constraintRows = Object.entries(constraints) as unknown as readonly (readonly [
  ConstraintName,
  Constraint,
])[];

/** The keys of a field that constrain it. */
export const constraintShape = Object.fromEntries(
  constraintRows.map(([name, { schema }]) => [name, schema.optional()]),
) as unknown as {
  readonly [Name in ConstraintName]: z.ZodOptional<(typeof constraints)[Name]['schema']>;
};

function constraint<Limit>(row: Constraint<Limit>): Constraint<Limit> {
  return row;
}

/** A constraint of numbers. */
function bound(row: {
  readonly description: string;
  readonly argument: string;
  readonly zod: string;
  readonly excludes?: string;
  readonly wider: 'greater' | 'lesser';
  readonly expected: string;
  readonly accepts: (value: number, limit: number) => boolean;
  readonly violation: (limit: number) => number;
}): Constraint<number> {
  return {
    schema: z.number().meta({ description: row.description, examples: [100] }),
    appliesTo: (type) => rowOf(type)?.kind === 'number',
    misfit: (type) => text`only numbers can have a minimum or a maximum, not ${type}`,
    limitProblem: (limit, type) =>
      type === 'int' && !Number.isInteger(limit)
        ? {
            code: 'invalid-limit',
            found: limit,
            expected: ['a whole number, as the field is an int'],
          }
        : undefined,
    argument: row.argument,
    zod: row.zod,
    ofDecimals: true,
    ...(row.excludes !== undefined && { excludes: row.excludes }),
    wider: row.wider,
    accepts: (value, limit) => row.accepts(Number(value), limit),
    expected: (limit) => `${row.expected} ${row.argument}, ${limit}`,
    violatedBy: row.violation,
  };
}

/** A constraint of decimals. */
function digits(row: {
  readonly description: string;
  readonly least: number;
  readonly argument: string;
  readonly limit: 'precision' | 'scale';
  readonly expected: (limit: number) => Text;
  readonly accepts: (value: unknown, limit: number) => boolean;
  readonly violation: (limit: number) => string;
}): Constraint<number> {
  return {
    schema: z
      .int()
      .min(row.least)
      .meta({ description: row.description, examples: [2] }),
    appliesTo: (type) => type === 'decimal',
    misfit: (type) => text`only ${'decimal'} fields have ${unquoted(row.argument)}, not ${type}`,
    argument: row.argument,
    ofDecimals: true,
    wider: 'greater',
    column: { type: 'decimal', limit: row.limit },
    accepts: row.accepts,
    expected: row.expected,
    violatedBy: row.violation,
  };
}

function digitsOf(value: unknown): string {
  return String(value).replace(/^-?0*|\./g, '');
}

function placesOf(value: unknown): number {
  return (String(value).split('.')[1] ?? '').length;
}

function hasLength(type: FieldType): boolean {
  const row = rowOf(type);
  return row === undefined || row.kind === 'text' || row.kind === 'bytes';
}

function withoutLength(type: FieldType): Text {
  return text`a field of type ${type} has no length`;
}

/** Of a list its items, of a text its characters. */
function lengthOf(value: unknown): number {
  return Array.isArray(value) ? value.length : [...(value as string)].length;
}

function valueOfLength(size: number, type: FieldType): unknown {
  const item = itemType(type);
  return item === undefined ? 'a'.repeat(size) : Array(size).fill(typeRows[item].example);
}

import type { ConfigPath } from '@rowhouse/core';
import * as z from 'zod';

import { completedPath } from '../relations/path.js';
import { fieldObject } from './field.js';
import { isRecord } from './rule.js';

/** What an option that names a column takes. */
export interface ColumnUse {
  /** Whether rows are ordered by it. */
  readonly orderable?: boolean;
  /** Whether it may be a path to related rows, a relation or a count. */
  readonly path?: boolean;
  /** Whether it may be the key, also where that is not shown. */
  readonly key?: boolean;
}

const uses = z.registry<ColumnUse>();

/**
 * The schema of an option that names a column: a field of the operation, or one that it does not show, with its
 * type. Completion, checks and suggestions follow from it.
 */
export function column(use: ColumnUse) {
  return z.union([z.string(), fieldObject, completedPath]).register(uses, use);
}

/** Any item of an array. */
const each = Symbol('each');
type PlacePath = readonly (string | typeof each)[];
type Raw = Readonly<Record<string, unknown>>;

/** Where the options of an operation name columns. */
interface ColumnPlace {
  readonly path: PlacePath;
  readonly use: ColumnUse;
}

const places = new WeakMap<z.ZodType, readonly ColumnPlace[]>();

/** All places of a schema that name columns. */
function columnPlaces(options: z.ZodType | undefined): readonly ColumnPlace[] {
  if (options === undefined) return [];
  let found = places.get(options);
  if (found === undefined) places.set(options, (found = placesIn(options, [])));
  return found;
}

function placesIn(schema: z.ZodType, path: PlacePath): readonly ColumnPlace[] {
  const use = uses.get(schema);
  if (use) return [{ path, use }];
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) {
    return placesIn(schema.unwrap() as z.ZodType, path);
  }
  if (schema instanceof z.ZodPipe) return placesIn(schema.in as z.ZodType, path);
  if (schema instanceof z.ZodArray) return placesIn(schema.element as z.ZodType, [...path, each]);
  if (!(schema instanceof z.ZodObject)) return [];
  return Object.entries(schema.shape).flatMap(([key, inner]) =>
    placesIn(inner as z.ZodType, [...path, key]),
  );
}

/** A column that options name. */
export interface NamedColumn<Column = unknown> {
  readonly column: Column;
  readonly path: ConfigPath;
  readonly use: ColumnUse;
}

/** The columns that options name. */
export function columnsIn(options: object, schema: z.ZodType | undefined): readonly NamedColumn[] {
  return columnPlaces(schema).flatMap(({ path, use }) =>
    valuesAt(options, path, []).map(([column, at]) => ({ column, path: at, use })),
  );
}

function valuesAt(
  value: unknown,
  place: PlacePath,
  at: ConfigPath,
): readonly (readonly [unknown, ConfigPath])[] {
  if (value === undefined || value === null) return [];
  const step = place[at.length];
  if (step === undefined) return [[value, at]];
  if (step !== each) return isRecord(value) ? valuesAt(value[step], place, [...at, step]) : [];
  if (!Array.isArray(value)) return [];
  return value.flatMap((item, index) => valuesAt(item, place, [...at, index]));
}

/** Options with other columns in place of those that they name. */
export function mapColumns(
  options: Raw,
  schema: z.ZodType | undefined,
  change: (named: NamedColumn) => unknown,
): Raw {
  return columnPlaces(schema).reduce<Raw>(
    (value, { path, use }) =>
      mapAt(value, path, [], (column, at) => change({ column, path: at, use })) as Raw,
    options,
  );
}

function mapAt(
  value: unknown,
  [step, ...rest]: PlacePath,
  at: ConfigPath,
  change: (column: unknown, path: ConfigPath) => unknown,
): unknown {
  if (value === undefined || value === null) return value;
  if (step === undefined) return change(value, at);
  if (step === each) {
    if (!Array.isArray(value)) return value;
    return value.map((item, index) => mapAt(item, rest, [...at, index], change));
  }
  if (!isRecord(value) || !(step in value)) return value;
  return { ...value, [step]: mapAt(value[step], rest, [...at, step], change) };
}

/** A JSON Schema of options in which `leaf` describes each column that they name. */
export function describeColumns(
  schemas: readonly (z.ZodType | undefined)[],
  leaf: (use: ColumnUse) => Raw,
): Raw {
  return schemas
    .flatMap(columnPlaces)
    .reduce<Raw>((schema, { path, use }) => describeAt(schema, path, leaf(use)), {});
}

function describeAt(schema: Raw, [step, ...rest]: PlacePath, leaf: Raw): Raw {
  if (step === undefined) return leaf;
  if (step === each) return { items: describeAt((schema['items'] ?? {}) as Raw, rest, leaf) };
  const properties = (schema['properties'] ?? {}) as Readonly<Record<string, Raw>>;
  return { properties: { ...properties, [step]: describeAt(properties[step] ?? {}, rest, leaf) } };
}

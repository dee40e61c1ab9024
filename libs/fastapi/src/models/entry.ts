import { text, unquoted, type AnyOperation, type ConfigPath } from '@rowhouse/core';
import * as z from 'zod';

import { fieldLists } from '../config/field.js';
import { nameAloneFix } from '../config/likely-fixes.js';
import { isRecord } from '../config/rule.js';
import { checkColumns, completeColumns } from './columns.js';
import { completeField } from './field.js';
import type { Run } from './prepare.js';
import { checkRequired } from './required.js';
import type { Model } from './source.js';
import { takenFields } from './taken.js';

type PathOf = (...rest: ConfigPath) => ConfigPath;

/** Completes an entry of a resource's `operations`: its lists of fields, or those it leaves out. */
export function completeEntry(entry: unknown, model: Model, run: Run, pathOf: PathOf): unknown {
  const object = typeof entry === 'string' ? { name: entry } : entry;
  if (!isRecord(object)) return entry;
  const operation = run.surroundings.operations.find('resource', object);
  if (operation === undefined) return entry;
  const completed: Record<string, unknown> = {};
  for (const [key, { role, fromModel }] of fieldListsOf(operation)) {
    const said = object[key] ?? undefined;
    if (Array.isArray(said)) {
      completed[key] = said.map((field: unknown, index) =>
        completeField(field, role, model, run, pathOf(key, index)),
      );
      if (role === 'create') checkRequired(said, model, run, pathOf(key));
    } else if (said === undefined && fromModel) {
      const taken = takenFields(role, model, run, pathOf());
      if (taken) completed[key] = taken;
    }
  }
  if (operation.name === 'list') {
    checkColumns(object, model, run, pathOf);
    Object.assign(completed, completeColumns({ ...object, ...completed }, model, run, pathOf));
  }
  return Object.keys(completed).length === 0 ? entry : { ...object, ...completed };
}

/** Whether an entry leaves something to the model, so that by itself it is not complete. */
export function leavesToModel(entry: unknown, run: Run): boolean {
  const object = typeof entry === 'string' ? { name: entry } : entry;
  if (!isRecord(object)) return false;
  const operation = run.surroundings.operations.find('resource', object);
  return fieldListsOf(operation).some(([key, { fromModel }]) => {
    const said = object[key] ?? undefined;
    if (!Array.isArray(said)) return said === undefined && fromModel === true;
    return said.some(
      (field) => typeof field === 'string' || (isRecord(field) && !('type' in field)),
    );
  });
}

/**
 * Reports what an entry leaves to a model of which nothing is known.
 *
 * @param why undefined where the model itself is refused: something stands in then, so that the schema
 *   does not tell what only follows from that.
 */
export function reportAbsence(
  entry: unknown,
  why: string | undefined,
  run: Run,
  pathOf: PathOf,
): unknown {
  const object = typeof entry === 'string' ? { name: entry } : entry;
  if (!isRecord(object)) return entry;
  const operation = run.surroundings.operations.find('resource', object);
  if (why === undefined) return standIn(object, operation);
  for (const [key, { fromModel, role }] of fieldListsOf(operation)) {
    const said = object[key] ?? undefined;
    if (said === undefined && fromModel) {
      const message = text`${unquoted(String(object['name']))} has no list of fields: ${unquoted(why)}`;
      run.report(pathOf(key), { code: 'missing', message });
    }
    if (!Array.isArray(said) || role === 'parameters') continue;
    said.forEach((field: unknown, index) => {
      if (typeof field !== 'string') return;
      run.report(pathOf(key, index), {
        code: 'untyped-field',
        found: field,
        message: text`its type is not known: ${unquoted(why)}`,
        ...nameAloneFix(field),
      });
    });
  }
  return entry;
}

/** An entry of a model that is refused: only fields that say their type, and nothing that names columns. */
function standIn(
  { filters: _f, ordering: _o, pagination: _p, ...entry }: Readonly<Record<string, unknown>>,
  operation: AnyOperation | undefined,
): unknown {
  const lists = fieldListsOf(operation).flatMap(([key, { role, fromModel }]) => {
    const said = entry[key] ?? (fromModel ? [] : undefined);
    if (!Array.isArray(said)) return [];
    const typed = said.filter((field) => isRecord(field) && 'type' in field);
    const isEmpty = typed.length === 0 && role !== 'parameters';
    return [[key, isEmpty ? [{ name: 'unknown', type: 'str' }] : typed]];
  });
  return { ...entry, ...(Object.fromEntries(lists) as object) };
}

type FieldList = NonNullable<ReturnType<typeof fieldLists.get>>;

const lists = new WeakMap<AnyOperation, readonly (readonly [string, FieldList])[]>();

/** The options of an operation that are lists of fields. */
function fieldListsOf(
  operation: AnyOperation | undefined,
): readonly (readonly [string, FieldList])[] {
  if (operation === undefined) return [];
  const seen = lists.get(operation);
  if (seen) return seen;
  const { options } = operation;
  const shape: Readonly<Record<string, unknown>> =
    options instanceof z.ZodObject ? options.shape : {};
  const found = Object.entries(shape).flatMap(([key, schema]) => {
    const list = fieldListOf(schema as z.ZodType);
    return list ? [[key, list] as const] : [];
  });
  lists.set(operation, found);
  return found;
}

function fieldListOf(schema: z.ZodType): FieldList | undefined {
  const own = fieldLists.get(schema);
  if (own) return own;
  const isWrapped = schema instanceof z.ZodOptional || schema instanceof z.ZodDefault;
  return isWrapped ? fieldListOf(schema.unwrap() as z.ZodType) : undefined;
}

import type { AnyOperation } from '@rowhouse/core';
import * as z from 'zod';

import { fieldLists } from '../config/field-list.js';

type FieldList = NonNullable<ReturnType<typeof fieldLists.get>>;

const lists = new WeakMap<AnyOperation, readonly (readonly [string, FieldList])[]>();

/** The options of an operation that are lists of fields. */
export function fieldListsOf(
  operation: AnyOperation | undefined,
): readonly (readonly [string, FieldList])[] {
  if (operation === undefined) return [];
  const seen = lists.get(operation);
  if (seen) return seen;
  const found = Object.entries(shapeOf(operation)).flatMap(([key, schema]) => {
    const list = fieldListOf(schema as z.ZodType);
    return list ? [[key, list] as const] : [];
  });
  lists.set(operation, found);
  return found;
}

function shapeOf({ options }: AnyOperation): Readonly<Record<string, unknown>> {
  return options instanceof z.ZodObject ? options.shape : {};
}

function fieldListOf(schema: z.ZodType): FieldList | undefined {
  const own = fieldLists.get(schema);
  if (own) return own;
  const isWrapped = schema instanceof z.ZodOptional || schema instanceof z.ZodDefault;
  return isWrapped ? fieldListOf(schema.unwrap() as z.ZodType) : undefined;
}

import type * as z from 'zod';

import type { ConfigPath } from '../target/scope.js';
import { schemasAt } from './schema-at.js';

/**
 * Plain data without the keys that a schema knows as optional, and that are null: Jsonnet writes
 * `key: if condition then value`, which leaves null. A key for which null says something keeps it.
 *
 * @returns the same data when there is nothing to drop.
 */
export function dropNulls(schema: z.ZodType, data: unknown, path: ConfigPath = []): unknown {
  if (typeof data !== 'object' || data === null) return data;
  let changed = false;
  const entries = Object.entries(data).flatMap(([key, value]: [string, unknown]) => {
    const place = [...path, Array.isArray(data) ? Number(key) : key];
    if (value === null && !Array.isArray(data) && isLeftOut(schema, place)) {
      changed = true;
      return [];
    }
    const kept = dropNulls(schema, value, place);
    changed ||= kept !== value;
    return [[key, kept] as const];
  });
  if (!changed) return data;
  return Array.isArray(data) ? entries.map(([, value]) => value) : Object.fromEntries(entries);
}

function isLeftOut(schema: z.ZodType, path: ConfigPath): boolean {
  const schemas = schemasAt(schema, path);
  const takes = (value: unknown) => schemas.some((each) => each.safeParse(value).success);
  return takes(undefined) && !takes(null);
}

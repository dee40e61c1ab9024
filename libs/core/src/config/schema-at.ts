import * as z from 'zod';
import type { Text } from '@rowhouse/errors';

import type { ConfigPath } from '../target/scope.js';

/** What a schema's author knows of likely mistakes: the fix for a value that the schema refuses. */
export interface Fixes {
  readonly fixFor: (found: unknown) => Text | undefined;
}

/** Fixes by schema: `schema.register(fixes, { fixFor })`, after everything that copies the schema. */
export const fixes = z.registry<Fixes>();

/** The keys that objects at a place may have, in the order of the schema. */
export function knownKeys(schema: z.ZodType, path: ConfigPath): readonly string[] {
  const objects = schemasAt(schema, path)
    .flatMap(unwrapped)
    .filter((each) => each instanceof z.ZodObject);
  return [...new Set(objects.flatMap((each) => Object.keys(each.shape)))];
}

/** What the schema of a place knows of a value that it refuses. */
export function suggestedFix(
  schema: z.ZodType,
  path: ConfigPath,
  found: unknown,
): Text | undefined {
  for (const each of schemasAt(schema, path).flatMap(unwrapped)) {
    const fix = fixes.get(each)?.fixFor(found);
    if (fix !== undefined) return fix;
  }
  return undefined;
}

/** The schemas of a place: several, where one of several forms may stand there. */
export function schemasAt(root: z.ZodType, path: ConfigPath): readonly z.ZodType[] {
  return path.reduce<readonly z.ZodType[]>(
    (schemas, step) => schemas.flatMap(unwrapped).flatMap((schema) => membersAt(schema, step)),
    [root],
  );
}

function membersAt(schema: z.ZodType, step: string | number): readonly z.ZodType[] {
  if (schema instanceof z.ZodArray) return [schema.element as z.ZodType];
  if (schema instanceof z.ZodRecord) return [schema.valueType as z.ZodType];
  if (!(schema instanceof z.ZodObject) || !Object.hasOwn(schema.shape, step)) return [];
  return [schema.shape[step] as z.ZodType];
}

/** A schema without what says whether a value may be left out, and what becomes of it. */
function unwrapped(schema: z.ZodType): readonly z.ZodType[] {
  if (schema instanceof z.ZodUnion) {
    return schema.options.flatMap((option) => unwrapped(option as z.ZodType));
  }
  if (schema instanceof z.ZodPipe) {
    return [schema.in, schema.out].flatMap((end) => unwrapped(end as z.ZodType));
  }
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodReadonly
  ) {
    return unwrapped(schema.unwrap() as z.ZodType);
  }
  return [schema];
}

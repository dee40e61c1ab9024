import type * as z from 'zod';

/**
 * Lets a schema parse an object once, however often the object stands in a config: what a config says
 * in several places, such as a field, is one object when it is loaded. A problem is not remembered,
 * since it is told of each place.
 *
 * @param schema a synchronous schema that depends on its input alone; its results are shared.
 * @returns the same schema. A copy of it, such as `describe` makes, parses every time.
 */
export function parsedOnce<Schema extends z.ZodType>(schema: Schema): Schema {
  const parsed = new WeakMap<object, unknown>();
  const run = schema._zod.run;
  schema._zod.run = (payload, context) => {
    const input = payload.value;
    if (typeof input !== 'object' || input === null) return run(payload, context);
    const known = parsed.get(input);
    if (known !== undefined) {
      payload.value = known;
      return payload;
    }
    const result = run(payload, context);
    if (!(result instanceof Promise) && result.issues.length === 0) parsed.set(input, result.value);
    return result;
  };
  return schema;
}

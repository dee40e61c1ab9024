import type * as z from 'zod';

type JsonSchema = z.core.JSONSchema.BaseSchema;

/**
 * The JSON Schema of an object of one of several kinds, which one of its keys tells. With `if` and `then`, an editor
 * offers every kind, and of the other keys those of the kind that is there.
 *
 * @param key the key that tells the kind.
 * @param kinds their schemas. The first is that of an object without the key.
 */
export function kindsJsonSchema(key: string, kinds: readonly JsonSchema[]): JsonSchema {
  const told = kinds.map((kind) => kind.properties![key] as JsonSchema);
  const names = told.map((each) => each.const!);
  const [usual, ...others] = kinds;
  const cases = others.map((kind, index) => ({
    if: { properties: { [key]: { const: names[index + 1]! } }, required: [key] },
    then: kind,
  }));
  return {
    type: 'object',
    properties: { [key]: { ...told[0], const: undefined, enum: names } },
    ...cases.reduceRight((rest, each): JsonSchema => ({ ...each, else: rest }), usual!),
  };
}

import type * as z from 'zod';

import type { AnyOperation } from '../target/operation.js';
import { optionsSchema } from './entry-schema.js';

type JsonSchema = z.core.JSONSchema.BaseSchema;

/** The JSON Schema of an operation's entry as an object: its name and its options, and no other keys. */
export function operationJsonSchema(
  operation: AnyOperation,
  toJson: (schema: z.ZodType) => JsonSchema,
): JsonSchema {
  const options = { ...toJson(optionsSchema(operation)), $schema: undefined };
  const name = operation.claims
    ? { type: 'string', description: nameText, examples: ['publish'] }
    : { const: operation.name, description: nameText };
  return {
    ...options,
    title: `operation ${operation.name}`,
    type: 'object',
    properties: { name, ...options.properties },
  } as JsonSchema;
}

const nameText = 'The name of the operation.';

/** An operation that an entry can be of. */
export interface Choice {
  readonly operation: AnyOperation;
  /** The options that it requires. */
  readonly required: readonly string[];
  /** A reference to its schema. */
  readonly schema: JsonSchema;
}

/**
 * The JSON Schema of an entry: an operation's name, or an object. With `if` and `then`, an object has the schema of its one
 * operation, so that an editor offers the options of that operation and no others. As in the catalog, operations that
 * claim entries by their shape come before names.
 */
export function entryJsonSchema(choices: readonly Choice[]): JsonSchema {
  const claiming = choices.filter(({ operation }) => operation.claims);
  const named = choices.filter(({ operation }) => !operation.claims);
  const names = { enum: named.map(({ operation }) => operation.name) };
  const otherwise: JsonSchema =
    claiming.length > 0
      ? { anyOf: claiming.map(({ schema }) => schema) }
      : { properties: { name: names } };
  const cases = [
    ...claiming.flatMap(({ required: [key], schema }) =>
      key === undefined ? [] : [{ if: { required: [key] }, then: schema }],
    ),
    ...named.map(({ operation, schema }) => ({
      if: { properties: { name: { const: operation.name } }, required: ['name'] },
      then: schema,
    })),
  ];
  const object: JsonSchema = {
    type: 'object',
    properties: { name: { description: nameText, anyOf: [names, { type: 'string' }] } },
    required: ['name'],
  };
  const options = cases.reduceRight(
    (rest, each): JsonSchema => ({ ...each, else: rest }),
    otherwise,
  );
  return {
    anyOf: [
      { type: 'string', ...names },
      { ...object, ...options },
    ],
  };
}

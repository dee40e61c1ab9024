import * as z from 'zod';

import type { AnyOperation } from '../target/operation.js';
import type { OperationCatalog } from '../target/catalog.js';
import type { AnyTarget } from '../target/target.js';
import type { Catalog } from './catalog.js';
import { optionsSchema } from './entry-schema.js';

type JsonSchema = z.core.JSONSchema.BaseSchema;

/** The JSON Schema (draft 2020-12) of a target's config. */
export function configJsonSchema(
  target: AnyTarget,
  catalog: Catalog,
): Readonly<Record<string, unknown>> {
  const entryLists = new Map<unknown, string>();
  const recording: OperationCatalog = {
    operations: catalog.operations,
    find: (scope, entry) => catalog.find(scope, entry),
    entries: (scope) => {
      const schema = catalog.entries(scope);
      entryLists.set(schema, scope);
      return schema;
    },
  };
  const definitions: Record<string, JsonSchema> = {};
  const toJson = (schema: z.ZodType): JsonSchema =>
    z.toJSONSchema(schema, {
      io: 'input',
      unrepresentable: 'any',
      override: ({ zodSchema, jsonSchema }) => {
        const scope = entryLists.get(zodSchema);
        if (scope === undefined) return;
        const name = `${scope}-operation`;
        definitions[name] ??= entryJsonSchema(catalog.requestable(scope), toJson);
        Object.assign(jsonSchema, { type: 'array', items: { $ref: `#/$defs/${name}` } });
      },
    });
  const schema = toJson(target.configSchema(recording));
  return { ...schema, title: `${target.name} config`, $defs: { ...schema.$defs, ...definitions } };
}

/** An operation's name, or an object of a name and that operation's options. */
function entryJsonSchema(
  operations: readonly AnyOperation[],
  toJson: (schema: z.ZodType) => JsonSchema,
): JsonSchema {
  const names = operations.filter((each) => !each.claims).map((each) => each.name);
  const objects = operations.map((operation): JsonSchema => {
    const options = { ...toJson(optionsSchema(operation)), $schema: undefined };
    const name = operation.claims ? { type: 'string' } : { const: operation.name };
    return {
      ...options,
      title: `operation ${operation.name}`,
      type: 'object',
      properties: { name, ...options.properties },
      required: ['name', ...(options.required ?? [])],
    } as JsonSchema;
  });
  return { anyOf: [{ type: 'string', enum: names }, ...objects] };
}

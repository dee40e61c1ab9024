import * as z from 'zod';

import type { AnyOperation } from '../target/operation.js';
import type { OperationCatalog } from '../target/catalog.js';
import type { AnyTarget } from '../target/target.js';
import type { Catalog } from './catalog.js';
import { kindsJsonSchema } from './kinds-json-schema.js';
import { entryJsonSchema, operationJsonSchema, type Choice } from './entry-json-schema.js';

type JsonSchema = z.core.JSONSchema.BaseSchema;

/**
 * The JSON Schema (draft 2020-12) of a target's config. Descriptions are Markdown; editors of the VS Code family show
 * them as such only if they are in `markdownDescription` as well.
 */
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
  const toJson = (schema: z.ZodType): JsonSchema => {
    // Schemas with an id of their own stand beside the operations, whichever of them refer to them.
    const { $defs = {}, ...json } = z.toJSONSchema(schema, {
      io: 'input',
      unrepresentable: 'any',
      override: ({ zodSchema, jsonSchema }) => {
        const { description } = jsonSchema;
        if (description !== undefined) jsonSchema['markdownDescription'] = description;
        if (zodSchema instanceof z.ZodObject) dropForbidden(zodSchema, jsonSchema);
        if (zodSchema instanceof z.ZodDiscriminatedUnion) {
          const kinds = jsonSchema.oneOf as readonly JsonSchema[];
          delete jsonSchema.oneOf;
          Object.assign(jsonSchema, kindsJsonSchema(zodSchema.def.discriminator, kinds));
        }
        const scope = entryLists.get(zodSchema);
        if (scope === undefined) return;
        const name = `${scope}-operation`;
        definitions[name] ??= entryJsonSchema(catalog.requestable(scope).map(choice));
        Object.assign(jsonSchema, { type: 'array', items: { $ref: `#/$defs/${name}` } });
      },
    }) as JsonSchema;
    Object.assign(definitions, $defs);
    return json;
  };
  const choice = (operation: AnyOperation): Choice => {
    const name = `operation-${operation.name}`;
    const { required = [] } = (definitions[name] ??= operationJsonSchema(operation, toJson));
    return { operation, required, schema: { $ref: `#/$defs/${name}` } };
  };
  const schema = toJson(target.configSchema(recording));
  return {
    ...schema,
    title: `${target.name} config`,
    properties: { $schema: schemaPath, ...schema.properties },
    $defs: definitions,
  };
}

/** Leaves out the keys that an object must not have. */
function dropForbidden({ shape }: z.ZodObject, jsonSchema: JsonSchema): void {
  const isForbidden = (member: unknown) =>
    member instanceof z.ZodOptional && member.unwrap() instanceof z.ZodNever;
  jsonSchema.properties = Object.fromEntries(
    Object.entries(jsonSchema.properties ?? {}).filter(([key]) => !isForbidden(shape[key])),
  );
}

const schemaPath: JsonSchema = {
  type: 'string',
  description: 'The path of this schema. Only editors read it.',
  examples: ['./codegen.schema.json'],
};

import type { AnyOperation, Surroundings } from '@rowhouse/core';
import type { ModelFacts } from '@rowhouse/sqlalchemy';

import { describeColumns } from '../config/column.js';
import { isRecord } from '../config/rule.js';
import { fieldListsOf } from '../models/field-lists.js';
import { resourcesIn, type WrittenResourceAt } from '../models/changed-config.js';
import { nameOf } from '../models/entry-operation.js';
import { isRelation } from '../relations/complete.js';
import { ProjectModels } from './project-models.js';

type Schema = Readonly<Record<string, unknown>>;

/** The JSON Schema of a config with the models found, and in each resource the columns of its own. */
export function completeSchema(
  schema: Schema,
  config: unknown,
  surroundings: Surroundings,
): Schema {
  const project = new ProjectModels(surroundings);
  const models = new Map(project.all().map((facts) => [facts.model, facts]));
  const resources = resourcesIn(config, surroundings);
  for (const { config } of resources) {
    if (config.model === undefined) continue;
    const facts = project.model(config.model);
    if (facts) models.set(config.model, facts);
  }
  if (models.size === 0) return schema;
  const lists = listsOf(surroundings);
  const schemas = surroundings.operations.operations.map(({ options }) => options);
  const definitions = [...models].flatMap(([path, facts]): [string, Schema][] => {
    const relationships = facts.relationships.map(({ attribute }) => attribute);
    const names = [...new Set([...relationships, ...shownOf(path, resources)])];
    return [
      [columnsOf(path), { title: `the columns of ${path}`, ...namesIn(facts) }],
      // An enum without values is none.
      ...(names.length === 0
        ? []
        : [
            [relationsOf(path), { title: `the relations of ${path}`, enum: names }] as [
              string,
              Schema,
            ],
          ]),
    ];
  });
  const names = new Set(definitions.map(([name]) => name));
  const relations = (path: string) =>
    names.has(relationsOf(path)) ? [reference(relationsOf(path))] : [];
  const refinement = {
    properties: { model: { anyOf: [{ enum: [...models.keys()].sort() }, { type: 'string' }] } },
    allOf: [...models.keys()].map((path) => ({
      if: { properties: { model: { const: path } }, required: ['model'] },
      then: { properties: ofResource(reference(columnsOf(path)), relations(path), lists, schemas) },
    })),
  };
  const $defs = isRecord(schema['$defs']) ? schema['$defs'] : {};
  return {
    ...withResources(schema, { allOf: [{ $ref: '#/$defs/resource-of-a-model' }] }),
    $defs: { ...$defs, ...Object.fromEntries(definitions), 'resource-of-a-model': refinement },
  };
}

function columnsOf(path: string): string {
  return `columns-of-${path}`;
}

function relationsOf(path: string): string {
  return `relations-of-${path}`;
}

function reference(name: string): Schema {
  return { $ref: `#/$defs/${name}` };
}

/** What a name may be: of a class that may have more than its source says, any; else a column. */
function namesIn({ columns, incomplete }: ModelFacts): Schema {
  const known = { enum: columns.map(({ attribute }) => attribute) };
  return incomplete.length > 0 ? { anyOf: [known, { type: 'string' }] } : known;
}

/** The names of relations and counts that the resources of a model show. */
function shownOf(model: string, resources: readonly WrittenResourceAt[]): readonly string[] {
  return resources
    .filter(({ config }) => config.model === model)
    .flatMap(({ entries }) => entries.flatMap(({ object }) => object['fields'] ?? []))
    .flatMap((field) => (isRecord(field) && isRelation(field) ? (nameOf(field) ?? []) : []));
}

/** The keys of operations that are lists of fields of the model. */
function listsOf({ operations }: Surroundings): readonly string[] {
  const keys = operations.operations
    .flatMap((operation) => fieldListsOf(operation))
    .filter(([, { role }]) => role !== 'parameters')
    .map(([key]) => key);
  return [...new Set(keys)];
}

/**
 * Where a resource names columns. An object may name what else its class has, with a type, or a relation; what a list
 * filters and sorts by may also be a path, or a count.
 */
function ofResource(
  column: Schema,
  relations: readonly Schema[],
  lists: readonly string[],
  schemas: readonly AnyOperation['options'][],
): Schema {
  const named = { anyOf: [column, ...relations, { type: 'string' }] };
  const object = { type: 'object', properties: { name: named } };
  const field = { anyOf: [column, object] };
  const path = { type: 'string', pattern: '\\.' };
  const asked = { anyOf: [column, ...relations, path, object] };
  const columns = describeColumns(schemas, (use) => (use.path ? asked : field));
  const entry = {
    ...Object.fromEntries(lists.map((key) => [key, { items: field }])),
    ...(columns['properties'] as Readonly<Record<string, Schema>>),
    soft: column,
  };
  // Which of these keys an operation has, the schema of its entry says: an editor is not to offer them from here as well.
  const silent = Object.entries(entry).map(([key, value]) => [
    key,
    { ...value, doNotSuggest: true },
  ]);
  return {
    pk: { anyOf: [column, { type: 'array', items: column }] },
    operations: { items: { properties: Object.fromEntries(silent) as Schema } },
  };
}

/** The schema with something more about each resource, of the config and of its apps. */
function withResources(schema: Schema, refinement: Schema): Schema {
  const changed = Object.entries(schema).map(([key, value]) => {
    if (key !== 'properties' || !isRecord(value)) {
      return [key, isRecord(value) ? withResources(value, refinement) : value];
    }
    const inside = Object.entries(value).map(([name, inner]) => {
      if (!isRecord(inner)) return [name, inner];
      const isList = name === 'resources' && isRecord(inner['items']);
      return [
        name,
        isList
          ? { ...inner, items: { ...(inner['items'] as object), ...refinement } }
          : withResources(inner, refinement),
      ];
    });
    return [key, Object.fromEntries(inside) as Schema];
  });
  return Object.fromEntries(changed) as Schema;
}

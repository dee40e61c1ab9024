import { literal } from '@rowhouse/python';

import { constraintRows } from '../config/constraints.js';
import type { Field } from '../config/field.js';
import type { Project } from '../config/project.js';
import type { ResourceContext } from '../context.js';
import { runtimeSymbol } from '../modules.js';
import type { SchemaClass, SchemaField } from '../outputs/index.js';
import { annotationOf } from './annotations.js';
import { defaultOf, type Default } from './defaults.js';
import { sentExample, shownExample } from './examples.js';

/** A request model of a resource's schemas module: `requestSchema(context, 'CreateRequest', …)`. */
export function requestSchema(
  context: ResourceContext,
  suffix: string,
  summary: string,
  fields: readonly SchemaField[],
): SchemaClass {
  return schema(context, suffix, 'RequestModel', summary, fields);
}

/** A response model of a resource's schemas module. */
export function responseSchema(
  context: ResourceContext,
  suffix: string,
  summary: string,
  fields: readonly SchemaField[],
): SchemaClass {
  return schema(context, suffix, 'ResponseModel', summary, fields);
}

function schema(
  { resource, schemas, runtime }: ResourceContext,
  suffix: string,
  base: string,
  summary: string,
  fields: readonly SchemaField[],
): SchemaClass {
  return Object.assign(
    {
      kind: 'schema' as const,
      template: 'schemas/model.py.ejs',
      name: resource.modelName + suffix,
      base: String(runtime('schemas', base)),
      summary,
      fields: [...fields],
    },
    schemas,
  );
}

/** A field of a response: read from the model's attribute, written under its JSON key. */
export function responseField(field: Field, context: ResourceContext): SchemaField {
  return shownField(field, 'response', context);
}

/** A field of what an action returns. */
export function resultField(field: Field, context: ResourceContext): SchemaField {
  return shownField(field, 'result', context);
}

function shownField(
  field: Field,
  side: 'response' | 'result',
  { project }: ResourceContext,
): SchemaField {
  const { name, alias, description } = field;
  return {
    name,
    alias,
    annotation: annotationOf(field, side, project),
    arguments: { ...given({ serialization_alias: alias, description }), ...shownExample(field) },
    default: undefined,
    source: field,
  };
}

/**
 * A field of a create or an action: may be left out when it has a default or is nullable, unless the
 * config or the model says otherwise.
 */
export function requestField(field: Field, { project }: ResourceContext): SchemaField {
  const initial = initialOf(field, project);
  return {
    name: field.name,
    alias: field.alias,
    annotation: annotationOf(field, 'request', project),
    arguments: requestArguments(field, initial.factory),
    default: initial.value,
    source: field,
  };
}

function initialOf(field: Field, project: Project): Default {
  if ('default' in field) return defaultOf(field, project);
  if (field.required === false) return { value: String(unset(project)) };
  return field.nullable && field.required !== true ? { value: 'None' } : {};
}

function unset(project: Project) {
  return runtimeSymbol(project, 'schemas', 'UNSET');
}

/** A field of an update: may always be left out, which is not the same as null. */
export function updateField(field: Field, { project }: ResourceContext): SchemaField {
  return {
    name: field.name,
    alias: field.alias,
    annotation: annotationOf(field, 'request', project),
    arguments: requestArguments(field),
    default: String(unset(project)),
    source: field,
  };
}

/** A field of the target's own, such as `page_size`; type and default are Python source. */
export function plainField(
  name: string,
  annotation: { toString(): string },
  initial?: string,
  given: SchemaField['arguments'] = {},
): SchemaField {
  return { name, annotation: String(annotation), arguments: given, default: initial };
}

function requestArguments(field: Field, factory?: string): Readonly<Record<string, string>> {
  const { alias, description } = field;
  const written = given({ alias, description });
  if (factory !== undefined) written['default_factory'] = factory;
  for (const [name, { argument }] of constraintRows) {
    if (field[name] !== undefined) written[argument] = literal(field[name]);
  }
  return { ...written, ...sentExample(field) };
}

/** Literals of the values that are there. */
function given(values: Readonly<Record<string, unknown>>): Record<string, string> {
  const literals: Record<string, string> = {};
  for (const key in values) {
    if (values[key] !== undefined) literals[key] = literal(values[key]);
  }
  return literals;
}

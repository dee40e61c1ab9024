import type { Field } from '../config/field.js';
import type { Project } from '../config/project.js';
import { runtimeSymbol } from '../modules.js';
import type { SchemaField } from '../outputs/schema.js';
import { value, type Expression } from '../python/expression.js';
import { annotationOf } from './annotations.js';
import { defaultOf, type Default } from './defaults.js';
import type { ResourcePlace } from './place.js';

/** A field of a response: read from the model's attribute, written under its JSON key. */
export const responseField = madeOnce((field, project) => ({
  name: field.name,
  annotation: annotationOf(field, 'response', project),
  arguments: given({ serialization_alias: field.alias, description: field.description }),
  default: undefined,
}));

/** A field of a create or an action: may be left out when it has a default or is nullable. */
export const requestField = madeOnce((field, project) => {
  const none = field.nullable ? { value: value(null) } : {};
  const initial: Default = 'default' in field ? defaultOf(field) : none;
  return {
    name: field.name,
    annotation: annotationOf(field, 'request', project),
    arguments: requestArguments(field, initial.factory),
    default: initial.value,
  };
});

/** A field of an update: may always be left out, which is not the same as null. */
export const updateField = madeOnce((field, project) => ({
  name: field.name,
  annotation: annotationOf(field, 'request', project),
  arguments: requestArguments(field),
  default: runtimeSymbol(project, 'schemas', 'UNSET'),
}));

/** A field that stands in several operations is one object: it is made, and later written, once. */
function madeOnce(
  make: (field: Field, project: Project) => SchemaField,
): (field: Field, place: Pick<ResourcePlace, 'project'>) => SchemaField {
  const made = new WeakMap<Project, Map<Field, SchemaField>>();
  return (field, { project }) => {
    let known = made.get(project);
    if (known === undefined) made.set(project, (known = new Map()));
    let result = known.get(field);
    if (result === undefined) known.set(field, (result = make(field, project)));
    return result;
  };
}

function requestArguments(
  field: Field,
  factory?: Expression,
): Readonly<Record<string, Expression>> {
  const { alias, description, ge, gt, le, lt, min_length, max_length, pattern } = field;
  const bounds = { min_length, max_length, pattern, ge, gt, le, lt };
  if (factory === undefined) return given({ alias, description, ...bounds });
  return { ...given({ alias, description }), default_factory: factory, ...given(bounds) };
}

/** Most fields have none: they share this one. */
export const noArguments: Readonly<Record<string, Expression>> = {};

function given(values: Readonly<Record<string, unknown>>): Readonly<Record<string, Expression>> {
  let expressions: Record<string, Expression> | undefined;
  for (const key of Object.keys(values)) {
    if (values[key] !== undefined) (expressions ??= {})[key] = value(values[key]);
  }
  return expressions ?? noArguments;
}

import type { SchemaClass, SchemaField } from '../outputs/schema.js';
import type { Serializer } from '../outputs/serializer.js';
import { ownSymbol, type PythonSymbol } from '../python/symbols.js';
import type { ResourcePlace } from './place.js';

/** A request model of a resource's schemas module. */
export function requestSchema(
  place: ResourcePlace,
  suffix: string,
  fields: readonly SchemaField[],
  docs: SchemaClass['docs'],
): SchemaClass {
  return schema(place, suffix, 'RequestModel', fields, docs);
}

/** A response model of a resource's schemas module. */
export function responseSchema(
  place: ResourcePlace,
  suffix: string,
  fields: readonly SchemaField[],
  docs: SchemaClass['docs'],
): SchemaClass {
  return schema(place, suffix, 'ResponseModel', fields, docs);
}

function schema(
  place: ResourcePlace,
  suffix: string,
  base: string,
  fields: readonly SchemaField[],
  docs: SchemaClass['docs'],
): SchemaClass {
  const name = place.resource.modelName + suffix;
  const { file, module, about } = place.schemas;
  return {
    kind: 'schema',
    file,
    module,
    about,
    part: 'definition',
    defines: [name],
    hides: fields.map((field) => field.name),
    name,
    base: place.runtime('schemas', base),
    fields: [...fields],
    docs,
  };
}

/** A serializer of a resource's serializers module. */
export function serializer(
  place: ResourcePlace,
  name: string,
  suffix: string,
  docs: Serializer['docs'],
): Serializer {
  const { file, module, about } = place.serializers;
  return {
    kind: 'serializer',
    file,
    module,
    about,
    part: 'definition',
    defines: [name],
    name,
    model: place.model,
    parameter: place.row,
    schema: place.schema(suffix),
    docs,
  };
}

/** A function of a resource's serializers module. */
export function serializerSymbol(place: ResourcePlace, name: string): PythonSymbol {
  return ownSymbol(place.serializers.module, name);
}

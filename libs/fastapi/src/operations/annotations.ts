import type { Field } from '../config/field.js';
import { itemType, type FieldType, type ScalarType } from '../config/field-types.js';
import type { Project } from '../config/project.js';
import { runtimeSymbol } from '../modules.js';
import { subscript, union, value, verbatim, type Expression } from '../python/expression.js';
import { attribute, builtin, symbol } from '../python/symbols.js';
import type { ResourcePlace } from './place.js';

const plain: Readonly<Record<Exclude<ScalarType, 'email' | 'bytes'>, Expression>> = {
  uuid: attribute('uuid', 'UUID'),
  str: builtin('str'),
  int: builtin('int'),
  float: builtin('float'),
  bool: builtin('bool'),
  datetime: attribute('datetime', 'datetime'),
  date: attribute('datetime', 'date'),
  json: subscript(builtin('dict'), builtin('str'), symbol('typing', 'Any')),
  decimal: attribute('decimal', 'Decimal'),
  time: attribute('datetime', 'time'),
  timedelta: attribute('datetime', 'timedelta'),
};

/** Which side of the API a value is on: what comes in is checked, what goes out is trusted. */
export type Side = 'request' | 'response';

/** The Python type of a field's values, null included. */
export function annotationOf(field: Field, side: Side, project: Project): Expression {
  const type =
    field.enum === undefined
      ? typeAnnotation(field.type, side, project)
      : subscript(symbol('typing', 'Literal'), ...field.enum.map(value));
  return field.nullable ? union(type, verbatim('None')) : type;
}

function typeAnnotation(type: FieldType, side: Side, project: Project): Expression {
  const item = itemType(type);
  if (item !== undefined) return subscript(builtin('list'), typeAnnotation(item, side, project));
  if (type === 'bytes') return runtimeSymbol(project, 'schemas', 'Base64Bytes');
  if (type === 'email') return side === 'request' ? symbol('pydantic', 'EmailStr') : plain.str;
  return plain[type as keyof typeof plain];
}

/** The type of the path parameter `pk`. */
export function keyAnnotation(place: ResourcePlace): Expression {
  switch (place.resource.pkType) {
    case 'int':
      return place.runtime('schemas', 'IntKey');
    case 'str':
      return place.runtime('schemas', 'StrKey');
    case 'uuid':
      return plain.uuid;
  }
}

import type { Field } from '../config/field.js';
import { itemType, type FieldType } from '../config/field-types.js';
import { call, member, value, verbatim, type Expression } from '../python/expression.js';
import { floatLiteral, literal } from '../python/literal.js';
import { attribute, builtin } from '../python/symbols.js';

/** How a request model takes a default: as a value, or from a factory where values are mutable. */
export interface Default {
  readonly value?: Expression;
  readonly factory?: Expression;
}

/** The default of a field that has one. It is of the field's Python type: Pydantic does not check it. */
export function defaultOf(field: Field): Default {
  if (field.default === null) return { value: value(null) };
  if (itemType(field.type) === undefined && field.type !== 'json') {
    return { value: expressionOf(field.type, field.default) };
  }
  if (Object.keys(field.default as object).length === 0) {
    return { factory: builtin(field.type === 'json' ? 'dict' : 'list') };
  }
  return { factory: { result: expressionOf(field.type, field.default) } };
}

function expressionOf(type: FieldType, given: unknown): Expression {
  const item = itemType(type);
  if (item !== undefined) {
    return { elements: (given as unknown[]).map((element) => expressionOf(item, element)) };
  }
  switch (type) {
    case 'uuid':
      return call(attribute('uuid', 'UUID'), [value(given)]);
    case 'datetime':
    case 'date':
    case 'time':
      return call(member(attribute('datetime', type), 'fromisoformat'), [value(given)]);
    case 'timedelta':
      return call(attribute('datetime', 'timedelta'), [], { seconds: value(given) });
    case 'decimal':
      return call(attribute('decimal', 'Decimal'), [value(String(given))]);
    case 'bytes':
      return verbatim(`b${literal(given)}`);
    case 'float':
      return verbatim(floatLiteral(given as number));
    default:
      return value(given);
  }
}

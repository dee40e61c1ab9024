import { Fault } from '../errors.js';
import { compare, equals } from '../runtime/compare.js';
import { formatValue } from './format.js';
import { toText } from '../runtime/to-text.js';
import { escapeJson } from '../runtime/escape-json.js';
import { article, finite } from '../runtime/add.js';
import { ObjectValue } from '../runtime/object.js';
import { lengthOf } from '../runtime/text.js';
import type { TypeName } from '../runtime/value.js';
import { ArrayValue, Closure, NativeFunction, typeOf } from '../runtime/value.js';
import { any, array, boolean, builtin, number } from './builtin.js';

const isType = (name: string, type: TypeName) =>
  builtin(name, [any('v')], (value) => typeOf(value) === type);

/** Types, equality and order. */
export const types = [
  builtin('type', [any('x')], (value) => typeOf(value)),
  isType('isArray', 'array'),
  isType('isBoolean', 'boolean'),
  isType('isFunction', 'function'),
  isType('isNull', 'null'),
  isType('isNumber', 'number'),
  isType('isObject', 'object'),
  isType('isString', 'string'),

  builtin('length', [any('x')], (value) => {
    if (typeof value === 'string') return lengthOf(value);
    if (value instanceof ArrayValue) return value.length;
    if (value instanceof ObjectValue) return value.shape.sorted(false).length;
    if (value instanceof Closure) return required(value.template.parameters);
    if (value instanceof NativeFunction) return required(value.builtin.parameters);
    const found = article(typeOf(value));
    throw new Fault('type', `std.length: an array, object, string or function, not ${found}`);
  }),

  builtin('toString', [any('a')], (value) => toText(value)),
  builtin('equals', [any('a'), any('b')], (a, b) => equals(a, b)),
  builtin('primitiveEquals', [any('x'), any('y')], (a, b) => {
    if (typeof a === 'object' && a !== null && typeOf(a) === typeOf(b)) {
      throw new Fault('type', `std.primitiveEquals: not for values of type ${typeOf(a)}`);
    }
    return a === b;
  }),
  builtin('assertEqual', [any('a'), any('b')], (a, b) => {
    if (equals(a, b)) return true;
    const show = (value: typeof a): string =>
      typeof value === 'string' ? escapeJson(value) : toText(value);
    throw new Fault('assert', `not equal: ${show(a)} != ${show(b)}`);
  }),
  builtin('xor', [boolean('x'), boolean('y')], (x, y) => x !== y),
  builtin('xnor', [boolean('x'), boolean('y')], (x, y) => x === y),

  builtin('mod', [any('a'), any('b')], (a, b) => {
    if (typeof a === 'string') return formatValue(a, b);
    if (typeof a === 'number' && typeof b === 'number') return modulo(a, b);
    throw new Fault(
      'type',
      `std.mod: two numbers, or a format and its values, not ${typeOf(a)} and ${typeOf(b)}`,
    );
  }),
  builtin('modulo', [number('x'), number('y')], modulo),

  builtin('__compare', [any('v1'), any('v2')], (a, b) => Math.sign(compare(a, b))),
  builtin('__compare_array', [array('arr1'), array('arr2')], (a, b) => Math.sign(compare(a, b))),
  builtin('__array_less', [array('arr1'), array('arr2')], (a, b) => compare(a, b) < 0),
  builtin('__array_greater', [array('arr1'), array('arr2')], (a, b) => compare(a, b) > 0),
  builtin('__array_less_or_equal', [array('arr1'), array('arr2')], (a, b) => compare(a, b) <= 0),
  builtin('__array_greater_or_equal', [array('arr1'), array('arr2')], (a, b) => compare(a, b) >= 0),
];

function modulo(a: number, b: number): number {
  if (b === 0) throw new Fault('value', 'division by zero');
  return finite(a % b, undefined);
}

function required(parameters: readonly { readonly default: unknown }[]): number {
  return parameters.filter((parameter) => parameter.default === undefined).length;
}

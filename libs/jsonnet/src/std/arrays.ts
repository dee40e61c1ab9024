import { Fault } from '../errors.js';
import { article, concatenateArrays, finite } from '../runtime/add.js';
import { apply } from '../runtime/call.js';
import { compare, equals } from '../runtime/compare.js';
import { reserveArray, reserveString } from '../runtime/limits.js';
import { nested, tick } from '../runtime/budget.js';
import { slice } from '../runtime/slice.js';
import { Thunk, force } from '../runtime/thunk.js';
import type { FunctionValue, Slot, Value } from '../runtime/value.js';
import { ArrayValue, Body, isFunction, typeOf } from '../runtime/value.js';
import { any, array, builtin, func, integer, lazy, number, sequence } from './builtin.js';
import { elements, joinStrings } from './strings.js';
import { valuesOf } from './walk.js';

/** The frame of a thunk that calls a function: the function, and its arguments. */
const callFirst = new Body((frame) => apply(frame[0] as FunctionValue, frame[1] as Slot));
const callBoth = new Body((frame) =>
  apply(frame[0] as FunctionValue, frame[1] as Slot, frame[2] as Slot),
);

/** A call that is made when its value is needed. */
export function later(callee: FunctionValue, first: Slot, second?: Slot): Thunk {
  if (second === undefined) return new Thunk(callFirst, [callee, first]);
  return new Thunk(callBoth, [callee, first, second]);
}

/** The `onEmpty` of who gives none. */
const EMPTY = new ArrayValue([]);

/** Arrays. Functions that map are lazy in the elements; those that choose or fold are not. */
export const arrays = [
  builtin('makeArray', [integer('sz'), func('func')], (size, make) => {
    if (size < 0) throw new Fault('value', `std.makeArray: "sz" must not be negative, got ${size}`);
    return generate(size, (index) => later(make, index));
  }),
  builtin('range', [integer('from'), integer('to')], (from, to) => {
    const length = Math.max(0, to - from + 1);
    tick(length);
    reserveArray(length);
    const items = new Array<Slot>(length);
    for (let index = 0; index < length; index++) items[index] = from + index;
    return new ArrayValue(items);
  }),
  builtin('repeat', [any('what'), integer('count')], (what, count) => {
    if (count < 0)
      throw new Fault('value', `std.repeat: "count" must not be negative, got ${count}`);
    if (typeof what === 'string') {
      reserveString(what.length * count);
      return what.repeat(count);
    }
    if (!(what instanceof ArrayValue)) throw notSequence('repeat', 'what', what);
    const { items, length } = what;
    return generate(length * count, (index) => items[index % length]!);
  }),
  builtin(
    'slice',
    [sequence('indexable'), any('index'), any('end'), any('step')],
    (from, ...bounds) => slice(from, ...bounds),
  ),
  builtin('member', [sequence('arr'), lazy('x')], (within, sought) => {
    if (typeof within !== 'string') return indexOf(within, sought) !== -1;
    const x = force(sought);
    if (typeof x === 'string') return x !== '' && within.includes(x);
    throw new Fault(
      'type',
      `std.member: a string has only strings in it, got ${article(typeOf(x))}`,
    );
  }),
  builtin('contains', [array('arr'), lazy('elem')], (within, x) => indexOf(within, x) !== -1),
  builtin('count', [array('arr'), lazy('x')], (within, x) => matches(within, x).length),
  builtin('find', [lazy('value'), array('arr')], (x, within) => new ArrayValue(matches(within, x))),
  builtin('map', [func('func'), sequence('arr')], (map, over) => {
    const items = elements(over);
    return generate(items.length, (index) => later(map, items[index]!));
  }),
  builtin('mapWithIndex', [func('func'), sequence('arr')], (map, over) => {
    const items = elements(over);
    return generate(items.length, (index) => later(map, index, items[index]!));
  }),
  builtin(
    'filter',
    [func('func'), array('arr')],
    (test, over) => new ArrayValue(filter(test, over)),
  ),
  builtin('filterMap', [func('filter_func'), func('map_func'), array('arr')], (test, map, over) => {
    return new ArrayValue(filter(test, over).map((item) => later(map, item)));
  }),
  builtin('flatMap', [func('func'), sequence('arr')], flatMap),
  builtin('foldl', [func('func'), sequence('arr'), lazy('init')], (fold, over, init) => {
    let result = init;
    for (const item of elements(over)) {
      tick(1);
      result = apply(fold, result, item);
    }
    return force(result);
  }),
  builtin('foldr', [func('func'), sequence('arr'), lazy('init')], (fold, over, init) => {
    const items = elements(over);
    let result = init;
    for (let index = items.length - 1; index >= 0; index--) {
      tick(1);
      result = apply(fold, items[index]!, result);
    }
    return force(result);
  }),
  builtin('join', [any('sep'), array('arr')], (separator, over) => {
    if (typeof separator === 'string') return joinStrings(separator, over);
    if (separator instanceof ArrayValue) return joinArrays(separator, over);
    throw notSequence('join', 'sep', separator);
  }),
  builtin('deepJoin', [sequence('arr')], deepJoin),
  builtin('lines', [array('arr')], (over) =>
    joinStrings(
      '\n',
      concatenateArrays(new ArrayValue(elements(over).slice()), new ArrayValue([''])),
    ),
  ),
  builtin('flattenArrays', [array('arrs')], (over) => joinArrays(new ArrayValue([]), over)),
  builtin('flattenDeepArray', [any('value')], (value) => new ArrayValue(flattenDeep(value))),
  builtin('reverse', [sequence('arr')], (over) => {
    tick(elements(over).length);
    return new ArrayValue([...elements(over)].reverse());
  }),
  builtin('all', [array('arr')], (over) => !someIs(over, false, 'all')),
  builtin('any', [array('arr')], (over) => someIs(over, true, 'any')),
  builtin('sum', [array('arr')], (over) => sum('sum', over)),
  builtin('avg', [array('arr')], (over) => {
    if (over.length === 0) throw new Fault('value', 'std.avg: an empty array has no average');
    return sum('avg', over) / over.length;
  }),
  builtin(
    'minArray',
    [array('arr'), any('keyF', null), lazy('onEmpty', EMPTY)],
    (over, key, none) => extreme('minArray', over, key, none, -1),
  ),
  builtin(
    'maxArray',
    [array('arr'), any('keyF', null), lazy('onEmpty', EMPTY)],
    (over, key, none) => extreme('maxArray', over, key, none, 1),
  ),
  builtin('remove', [array('arr'), lazy('elem')], (over, x) => {
    const at = indexOf(over, x);
    return at === -1 ? over : without(over, at);
  }),
  builtin('removeAt', [array('arr'), number('at')], (over, at) => without(over, at)),
];

/** Makes an array. Each element is a step, so that what they take is measured while they are made. */
function generate(length: number, item: (index: number) => Slot): ArrayValue {
  reserveArray(length);
  const items = new Array<Slot>(length);
  for (let index = 0; index < length; index++) {
    tick(1);
    items[index] = item(index);
  }
  return new ArrayValue(items);
}

function notSequence(name: string, parameter: string, value: Value): Fault {
  const found = article(typeOf(value));
  return new Fault(
    'type',
    `std.${name}: "${parameter}" must be an array or a string, got ${found}`,
  );
}

function matches(over: ArrayValue, x: Slot): number[] {
  const found: number[] = [];
  tick(over.length);
  for (let index = 0; index < over.length; index++) {
    if (equals(force(over.items[index]!), force(x))) found.push(index);
  }
  return found;
}

function indexOf(over: ArrayValue, x: Slot): number {
  for (let index = 0; index < over.length; index++) {
    tick(1);
    if (equals(force(over.items[index]!), force(x))) return index;
  }
  return -1;
}

function filter(test: FunctionValue, over: ArrayValue): Slot[] {
  const kept: Slot[] = [];
  for (let index = 0; index < over.length; index++) {
    tick(1);
    const item = over.items[index]!;
    const keep = apply(test, item);
    if (typeof keep !== 'boolean') {
      const found = article(typeOf(keep));
      throw new Fault('type', `std.filter: the function must return a boolean, got ${found}`);
    }
    if (keep) kept.push(item);
  }
  return kept;
}

function flatMap(map: FunctionValue, over: ArrayValue | string): Value {
  const parts = elements(over).map((item) => apply(map, item));
  if (typeof over !== 'string') {
    const items: Slot[] = [];
    for (const part of parts) {
      if (!(part instanceof ArrayValue)) throw badPart('an array', part);
      tick(part.length);
      reserveArray(items.length + part.length);
      for (let index = 0; index < part.length; index++) items.push(part.items[index]!);
    }
    return new ArrayValue(items);
  }
  let text = '';
  for (const part of parts) {
    if (typeof part !== 'string') throw badPart('a string', part);
    reserveString(text.length + part.length);
    text += part;
  }
  return text;
}

function badPart(expected: string, part: Value): Fault {
  const found = article(typeOf(part));
  return new Fault('type', `std.flatMap: the function must return ${expected}, got ${found}`);
}

/** Joins arrays, leaving out nulls. */
function joinArrays(separator: ArrayValue, over: ArrayValue): ArrayValue {
  const items: Slot[] = [];
  const append = (part: ArrayValue): void => {
    tick(part.length);
    reserveArray(items.length + part.length);
    for (let index = 0; index < part.length; index++) items.push(part.items[index]!);
  };
  let isFirst = true;
  for (let index = 0; index < over.length; index++) {
    const part = force(over.items[index]!);
    if (part === null) continue;
    if (!(part instanceof ArrayValue)) {
      const found = article(typeOf(part));
      throw new Fault('type', `element ${index} must be an array, got ${found}`);
    }
    if (!isFirst) append(separator);
    isFirst = false;
    append(part);
  }
  return new ArrayValue(items);
}

function deepJoin(value: Value): string {
  if (typeof value === 'string') return value;
  if (!(value instanceof ArrayValue)) {
    const found = article(typeOf(value));
    throw new Fault('type', `std.deepJoin: strings and arrays of them, got ${found}`);
  }
  return nested(() => {
    const parts = valuesOf(value).map(deepJoin);
    reserveString(parts.reduce((size, part) => size + part.length, 0));
    return parts.join('');
  });
}

function flattenDeep(value: Value): Slot[] {
  if (!(value instanceof ArrayValue)) return [value];
  return nested(() => {
    const items: Slot[] = [];
    for (const item of valuesOf(value)) {
      if (item instanceof ArrayValue) for (const inner of flattenDeep(item)) items.push(inner);
      else items.push(item);
    }
    reserveArray(items.length);
    return items;
  });
}

function someIs(over: ArrayValue, sought: boolean, name: string): boolean {
  for (let index = 0; index < over.length; index++) {
    tick(1);
    const item = force(over.items[index]!);
    if (typeof item !== 'boolean') {
      const found = article(typeOf(item));
      throw new Fault('type', `std.${name}: element ${index} must be a boolean, got ${found}`);
    }
    if (item === sought) return true;
  }
  return false;
}

function sum(name: string, over: ArrayValue): number {
  let total = 0;
  tick(over.length);
  for (let index = 0; index < over.length; index++) {
    const item = force(over.items[index]!);
    if (typeof item !== 'number') {
      const found = article(typeOf(item));
      throw new Fault('type', `std.${name}: element ${index} must be a number, got ${found}`);
    }
    total += item;
  }
  return finite(total, undefined);
}

/** The first element with the least (`direction` -1) or greatest (1) key. */
function extreme(name: string, over: ArrayValue, key: Value, none: Slot, direction: number): Value {
  if (over.length === 0) {
    if (none !== EMPTY) return force(none);
    throw new Fault('value', `std.${name}: the array is empty, and there is no "onEmpty"`);
  }
  const keyOf = keyFunction(name, key);
  let best = over.items[0]!;
  let bestKey = keyOf(best);
  for (let index = 1; index < over.length; index++) {
    tick(1);
    const item = over.items[index]!;
    const itemKey = keyOf(item);
    if (compare(itemKey, bestKey) * direction > 0) [best, bestKey] = [item, itemKey];
  }
  return force(best);
}

/** The `keyF` parameter of a function: null stands for the element itself. */
export function keyFunction(name: string, key: Value): (item: Slot) => Value {
  if (key === null) return force;
  if (isFunction(key)) return (item) => apply(key, item);
  const found = article(typeOf(key));
  throw new Fault('type', `std.${name}: "keyF" must be a function, got ${found}`);
}

function without(over: ArrayValue, at: number): ArrayValue {
  tick(over.length);
  return new ArrayValue(elements(over).filter((_, index) => index !== at));
}

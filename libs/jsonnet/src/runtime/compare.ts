import { Fault } from '../errors.js';
import { budget, tick, tooDeep } from './budget.js';
import { ObjectValue } from './object.js';
import { compareStrings } from './text.js';
import { force } from './thunk.js';
import type { Value } from './value.js';
import { ArrayValue, isFunction, typeOf } from './value.js';

/** The `==` operator. */
export function equals(a: Value, b: Value): boolean {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return a === b;
  if (isFunction(a) && isFunction(b)) {
    throw new Fault('type', 'functions cannot be compared');
  }
  if (++budget.depth > budget.maxStack) throw tooDeep();
  const isEqual = containersEqual(a, b);
  budget.depth--;
  return isEqual;
}

function containersEqual(a: Value, b: Value): boolean {
  if (a instanceof ArrayValue && b instanceof ArrayValue) {
    if (a.length !== b.length) return false;
    tick(a.length);
    for (let index = 0; index < a.length; index++) {
      if (!equals(force(a.items[index]!), force(b.items[index]!))) return false;
    }
    return true;
  }
  if (a instanceof ObjectValue && b instanceof ObjectValue) return objectsEqual(a, b);
  return false;
}

function objectsEqual(a: ObjectValue, b: ObjectValue): boolean {
  a.check();
  b.check();
  const slotsA = a.shape.sorted(false);
  const slotsB = b.shape.sorted(false);
  if (slotsA.length !== slotsB.length) return false;
  tick(slotsA.length);
  for (let at = 0; at < slotsA.length; at++) {
    const nameA = a.shape.fields[slotsA[at]!]!.name;
    const nameB = b.shape.fields[slotsB[at]!]!.name;
    if (nameA !== nameB) return false;
  }
  for (let at = 0; at < slotsA.length; at++) {
    if (!equals(a.at(slotsA[at]!), b.at(slotsB[at]!))) return false;
  }
  return true;
}

/** Orders two numbers, strings or arrays; negative, zero or positive. */
export function compare(a: Value, b: Value): number {
  if (typeof a === 'number' && typeof b === 'number') return a < b ? -1 : a > b ? 1 : 0;
  if (typeof a === 'string' && typeof b === 'string') return compareStrings(a, b);
  if (a instanceof ArrayValue && b instanceof ArrayValue) {
    if (++budget.depth > budget.maxStack) throw tooDeep();
    const order = compareArrays(a, b);
    budget.depth--;
    return order;
  }
  const [typeA, typeB] = [typeOf(a), typeOf(b)];
  throw new Fault(
    'type',
    typeA === typeB
      ? `values of type ${typeA} have no order`
      : `cannot compare ${typeA} with ${typeB}: only values of one type have an order`,
  );
}

function compareArrays(a: ArrayValue, b: ArrayValue): number {
  const length = Math.min(a.length, b.length);
  tick(length);
  for (let index = 0; index < length; index++) {
    const order = compare(force(a.items[index]!), force(b.items[index]!));
    if (order !== 0) return order;
  }
  return a.length - b.length;
}

import { activate, machine, tick } from '../runtime/machine.js';
import type { ObjectValue } from '../runtime/object.js';
import { force } from '../runtime/thunk.js';
import type { ArrayValue, Value } from '../runtime/value.js';

/** Runs one level of a walk that recurses into values, at any depth. */
export function nested<T>(walk: () => T): T {
  if (++machine.depth > machine.limit) return activate(walk);
  const result = walk();
  machine.depth--;
  return result;
}

/** The evaluated elements of an array. */
export function valuesOf(array: ArrayValue): Value[] {
  tick(array.length);
  const values: Value[] = [];
  for (let index = 0; index < array.length; index++) values.push(force(array.items[index]!));
  return values;
}

/** The names and evaluated values of an object's visible fields, in order. */
export function entriesOf(object: ObjectValue): [name: string, value: Value][] {
  object.check();
  const slots = object.shape.sorted(false);
  tick(slots.length);
  return slots.map((slot) => [object.shape.fields[slot]!.name, object.at(slot)]);
}

import { tick } from '../runtime/budget.js';
import type { ObjectValue } from '../runtime/object.js';
import { force } from '../runtime/thunk.js';
import type { ArrayValue, Value } from '../runtime/value.js';

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

import { nested, tick } from '../runtime/budget.js';
import { objectOf } from '../runtime/native-object.js';
import { ObjectValue } from '../runtime/object.js';
import { Thunk, force } from '../runtime/thunk.js';
import type { Slot, Value } from '../runtime/value.js';
import { ArrayValue, Body } from '../runtime/value.js';
import { later } from './arrays.js';
import { any, boolean, builtin, func, lazy, object, string } from './builtin.js';
import { elements } from './strings.js';

const takeField = new Body((frame) => (frame[0] as ObjectValue).at(frame[1] as number));

/** A field that is evaluated when it is needed. */
function fieldLater(of: ObjectValue, slot: number): Slot {
  return new Thunk(takeField, [of, slot]);
}

/** Names and slots of an object's fields, in order. */
function fieldsOf(of: ObjectValue, includeHidden: boolean): { name: string; slot: number }[] {
  const slots = of.shape.sorted(includeHidden);
  tick(slots.length);
  return slots.map((slot) => ({ name: of.shape.fields[slot]!.name, slot }));
}

function has(of: ObjectValue, name: string, includeHidden: boolean): boolean {
  const slot = of.shape.index.get(name);
  return slot !== undefined && (includeHidden || of.shape.fields[slot]!.visibility !== '::');
}

const names = (of: ObjectValue, includeHidden: boolean): Value =>
  new ArrayValue(fieldsOf(of, includeHidden).map(({ name }) => name));
const values = (of: ObjectValue, includeHidden: boolean): Value =>
  new ArrayValue(fieldsOf(of, includeHidden).map(({ slot }) => fieldLater(of, slot)));
const keysValues = (of: ObjectValue, includeHidden: boolean): Value =>
  new ArrayValue(
    fieldsOf(of, includeHidden).map(({ name, slot }) =>
      objectOf([
        ['key', name],
        ['value', fieldLater(of, slot)],
      ]),
    ),
  );

/** Objects. */
export const objects = [
  builtin(
    'get',
    [object('o'), string('f'), lazy('default', null), boolean('inc_hidden', true)],
    (of, name, fallback, includeHidden) =>
      has(of, name, includeHidden) ? of.get(name)! : force(fallback),
  ),
  builtin('objectHas', [object('o'), string('f')], (of, name) => has(of, name, false)),
  builtin('objectHasAll', [object('o'), string('f')], (of, name) => has(of, name, true)),
  builtin('objectHasEx', [object('obj'), string('fname'), boolean('hidden')], has),
  builtin('objectFields', [object('o')], (of) => names(of, false)),
  builtin('objectFieldsAll', [object('o')], (of) => names(of, true)),
  builtin('objectFieldsEx', [object('obj'), boolean('hidden')], names),
  builtin('objectValues', [object('o')], (of) => values(of, false)),
  builtin('objectValuesAll', [object('o')], (of) => values(of, true)),
  builtin('objectKeysValues', [object('o')], (of) => keysValues(of, false)),
  builtin('objectKeysValuesAll', [object('o')], (of) => keysValues(of, true)),
  builtin('objectRemoveKey', [object('obj'), string('key')], (of, key) => of.without(key)),
  builtin('mapWithKey', [func('func'), object('obj')], (map, of) =>
    objectOf(
      fieldsOf(of, false).map(({ name, slot }) => [name, later(map, name, fieldLater(of, slot))]),
    ),
  ),
  builtin('mergePatch', [any('target'), any('patch')], (target, patch) =>
    mergePatch(target, patch),
  ),
  builtin('prune', [any('a')], (value) => prune(value)),
];

function mergePatch(target: Value, patch: Value): Value {
  if (!(patch instanceof ObjectValue)) return patch;
  return nested(() => {
    const base = target instanceof ObjectValue ? target : objectOf([]);
    const merged: [string, Slot][] = [];
    for (const { name, slot } of fieldsOf(base, false)) {
      if (!has(patch, name, false)) merged.push([name, fieldLater(base, slot)]);
    }
    for (const { name, slot } of fieldsOf(patch, false)) {
      const change = patch.at(slot);
      if (change === null) continue;
      const from = has(base, name, false) ? base.get(name)! : null;
      merged.push([name, mergePatch(from, change)]);
    }
    return objectOf(merged);
  });
}

/** Leaves out nulls, empty arrays and empty objects, at every level. */
function prune(value: Value): Value {
  if (value instanceof ArrayValue) {
    return nested(() => {
      tick(value.length);
      return new ArrayValue(
        elements(value)
          .map((item) => prune(force(item)))
          .filter(isContent),
      );
    });
  }
  if (value instanceof ObjectValue) {
    return nested(() =>
      objectOf(
        fieldsOf(value, false)
          .map(({ name, slot }): [string, Value] => [name, prune(value.at(slot))])
          .filter(([, item]) => isContent(item)),
      ),
    );
  }
  return value;
}

function isContent(value: Value): boolean {
  if (value instanceof ArrayValue) return value.length > 0;
  if (value instanceof ObjectValue) return value.shape.sorted(false).length > 0;
  return value !== null;
}

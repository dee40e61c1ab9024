import { ObjectValue } from './runtime/object.js';
import { Thunk } from './runtime/thunk.js';
import type { Slot, Value } from './runtime/value.js';
import { ArrayValue, elementSpan } from './runtime/value.js';
import type { Location, Span } from './source.js';
import { locationOf } from './source.js';

/** Finds where the part of an evaluated value at a path was written. */
export function locate(
  root: Value,
  rootSpan: Span,
  path: readonly (string | number)[],
  part: 'value' | 'key',
): Location | undefined {
  let value: Slot = root;
  let span = rootSpan;
  for (const [index, key] of path.entries()) {
    const isLast = index === path.length - 1;
    if (value instanceof ArrayValue) {
      const at = Number(key);
      if (!Number.isInteger(at) || at < 0 || at >= value.length) return undefined;
      const origin = elementSpan(value, at);
      value = evaluated(value.items[at]!);
      span = origin ?? literalSpan(value) ?? span;
    } else if (value instanceof ObjectValue) {
      const slot = value.shape.index.get(String(key));
      if (slot === undefined) return undefined;
      const field = value.shape.fields[slot]!;
      if (field.visibility === '::') return undefined;
      const { nameSpan, valueSpan } = field.source;
      span = (isLast && part === 'key' ? nameSpan : valueSpan) ?? span;
      value = value.at(slot);
    } else {
      return undefined;
    }
  }
  return locationOf(span);
}

/** The result was evaluated as a whole, so no thunk in it is open. */
function evaluated(slot: Slot): Value {
  return slot instanceof Thunk ? slot.value : slot;
}

/** Where an object that no array literal holds was written: its last literal. */
function literalSpan(value: Value): Span | undefined {
  return value instanceof ObjectValue ? value.shape.layers.at(-1)?.span : undefined;
}

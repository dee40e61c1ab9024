import type { Visibility } from '../syntax/ast.js';
import { ObjectValue } from './object.js';
import { Shape } from './shape.js';
import type { Slot } from './value.js';

/** Makes an object of names and slots, as the standard library and JSON do. */
export function objectOf(
  entries: Iterable<readonly [name: string, slot: Slot, visibility?: Visibility]>,
): ObjectValue {
  const fields = Array.from(entries, ([name, slot, visibility = ':' as const]) => ({
    name,
    visibility,
    extends: false,
    code: undefined,
    slot,
    frame: undefined,
    nameSpan: undefined,
    valueSpan: undefined,
  }));
  const shape = Shape.ofLayer({
    fields,
    initialize: undefined,
    frameSize: 0,
    assertions: [],
    isFixed: false,
    span: undefined,
  });
  return ObjectValue.ofLayer(shape, []);
}

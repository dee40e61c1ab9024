import type { Visibility } from '../syntax/ast.js';
import { ObjectValue } from './object.js';
import type { Layer } from './shape.js';
import { Shape, ShapeField } from './shape.js';
import type { Frame, Slot } from './value.js';

/** Makes an object of names and slots, as the standard library and JSON do. */
export function objectOf(
  entries: Iterable<readonly [name: string, slot: Slot, visibility?: Visibility]>,
): ObjectValue {
  const fields: ShapeField[] = [];
  const index = new Map<string, number>();
  for (const [name, slot, visibility = ':'] of entries) {
    index.set(name, fields.length);
    const source = {
      visibility,
      extends: false,
      body: undefined,
      slot,
      nameSpan: undefined,
      valueSpan: undefined,
    };
    fields.push(new ShapeField(name, source, undefined, 0, undefined));
  }
  return ObjectValue.ofLayer(Shape.ofLayer(NATIVE_LAYER, fields, index), NO_FRAME);
}

const NATIVE_LAYER: Layer = {
  initialize: undefined,
  frameSize: 0,
  assertions: [],
  isFixed: false,
  span: undefined,
};

const NO_FRAME: Frame = [];

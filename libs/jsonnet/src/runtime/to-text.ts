import { Fault } from '../errors.js';
import { escapeJson } from './escape-json.js';
import { budget, tick, tooDeep } from './budget.js';
import { numberText } from './number-text.js';
import { ObjectValue } from './object.js';
import { force } from './thunk.js';
import type { Value } from './value.js';
import { ArrayValue } from './value.js';

/** How JSON is laid out. */
export interface JsonLayout {
  /** What one level adds to the indent; '' together with an empty newline for one line. */
  readonly indent: string;
  readonly newline: string;
  /** Between a key and its value. */
  readonly colon: string;
  /** Between two items, before the newline. */
  readonly comma: string;
  /** What has no items; undefined to open and close it like the others. */
  readonly emptyArray: string | undefined;
  readonly emptyObject: string | undefined;
}

const ONE_LINE: JsonLayout = {
  indent: '',
  newline: '',
  colon: ': ',
  comma: ', ',
  emptyArray: '[ ]',
  emptyObject: '{ }',
};

/** A value as `std.toString` and `+` with a string write it. */
export function toText(value: Value): string {
  return typeof value === 'string' ? value : toJson(value, ONE_LINE, '');
}

/** A value as JSON. Functions have no JSON: a fault. */
export function toJson(value: Value, layout: JsonLayout, indent: string): string {
  if (value === null) return 'null';
  if (typeof value === 'boolean') return value ? 'true' : 'false';
  if (typeof value === 'number') return numberText(value);
  if (typeof value === 'string') return escapeJson(value);
  if (value instanceof ArrayValue || value instanceof ObjectValue) {
    if (++budget.depth > budget.maxStack) throw tooDeep();
    const text = container(value, layout, indent);
    budget.depth--;
    return text;
  }
  throw new Fault('output', 'a function has no JSON form');
}

function container(value: ArrayValue | ObjectValue, layout: JsonLayout, indent: string): string {
  const { newline, comma, colon } = layout;
  const inner = indent + layout.indent;
  const items: string[] = [];
  let [open, close] = ['[', ']'];
  if (value instanceof ArrayValue) {
    if (value.length === 0 && layout.emptyArray !== undefined) return layout.emptyArray;
    tick(value.length);
    for (let index = 0; index < value.length; index++) {
      items.push(toJson(force(value.items[index]!), layout, inner));
    }
  } else {
    [open, close] = ['{', '}'];
    value.check();
    const { fields } = value.shape;
    const slots = value.shape.sorted(false);
    if (slots.length === 0 && layout.emptyObject !== undefined) return layout.emptyObject;
    tick(slots.length);
    for (const slot of slots) {
      const name = escapeJson(fields[slot]!.name);
      items.push(name + colon + toJson(value.at(slot), layout, inner));
    }
  }
  if (items.length === 0) return open + newline + newline + indent + close;
  const separator = comma + newline + inner;
  return open + newline + inner + items.join(separator) + newline + indent + close;
}

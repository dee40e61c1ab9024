import { Fault } from '../errors.js';
import { article } from '../runtime/add.js';
import { reserveString } from '../runtime/limits.js';
import { ObjectValue } from '../runtime/object.js';
import { characters, lengthOf } from '../runtime/text.js';
import { force } from '../runtime/thunk.js';
import { toText } from '../runtime/to-text.js';
import type { Value } from '../runtime/value.js';
import { ArrayValue, typeOf } from '../runtime/value.js';
import type { Code, Part } from './format-string.js';
import { parseFormat } from './format-string.js';
import { renderNumber } from './format-number.js';

/** `format % values`, and `std.format`. */
export function formatValue(format: string, values: Value): string {
  const parts = parseFormat(format);
  const text =
    values instanceof ObjectValue ? formatObject(parts, values) : formatArray(parts, values);
  reserveString(text.length);
  return text;
}

function formatArray(parts: readonly Part[], values: Value): string {
  const given = new Given(parts, values instanceof ArrayValue ? values : new ArrayValue([values]));
  let text = '';
  for (const part of parts) text += typeof part === 'string' ? part : formatNext(part, given);
  given.end();
  return text;
}

/** The values that a format without names takes one after the other. */
class Given {
  readonly parts: readonly Part[];
  readonly values: ArrayValue;
  next = 0;

  constructor(parts: readonly Part[], values: ArrayValue) {
    this.parts = parts;
    this.values = values;
  }

  take(): Value {
    const { items, length } = this.values;
    if (this.next < length) return force(items[this.next++]!);
    const needed = this.count();
    const what = needed === 1 ? '1 value' : `${needed} values`;
    throw new Fault('value', `not enough values to format: ${what} needed, got ${length}`);
  }

  /** Checks that there are no more. */
  end(): void {
    const { length } = this.values;
    if (this.next === length) return;
    const problem = `too many values to format: ${this.count()} needed, got ${length}`;
    throw new Fault('value', problem);
  }

  /** How many the format takes. */
  count(): number {
    return this.parts.reduce((sum, part) => sum + valuesOf(part), 0);
  }
}

function formatNext(part: Code, given: Given): string {
  const width = size(part.width, given);
  const precision = size(part.precision, given);
  if (part.conversion === '%') return pad('%', part, width);
  const value = given.take();
  return pad(render(part, value, width, precision, given.next - 1), part, width);
}

function size(part: number | '*' | undefined, given: Given): number | undefined {
  return part === '*' ? wholeNumber(given.take()) : part;
}

function valuesOf(part: Part): number {
  if (typeof part === 'string') return 0;
  const stars = Number(part.width === '*') + Number(part.precision === '*');
  return stars + (part.conversion === '%' ? 0 : 1);
}

function formatObject(parts: readonly Part[], values: ObjectValue): string {
  let text = '';
  for (const part of parts) {
    if (typeof part === 'string') {
      text += part;
      continue;
    }
    const { width, precision, conversion, key } = part;
    if (width === '*' || precision === '*') {
      throw new Fault('value', 'a format with "*" takes an array of values, got an object');
    }
    if (conversion === '%') {
      text += pad('%', part, width);
      continue;
    }
    if (key === undefined) {
      const hint = `name the field: %(name)${conversion}`;
      const problem = `a format without names takes an array of values, got an object`;
      throw new Fault('value', problem, undefined, hint);
    }
    if (!values.shape.index.has(key)) {
      throw new Fault(
        'field',
        `the format names the field "${key}", which the object does not have`,
      );
    }
    text += pad(render(part, values.get(key)!, width, precision, key), part, width);
  }
  return text;
}

function wholeNumber(value: Value): number {
  if (typeof value === 'number' && Number.isInteger(value)) return value;
  const found = typeof value === 'number' ? String(value) : article(typeOf(value));
  throw new Fault('type', `a "*" in a format takes a whole number, got ${found}`);
}

function pad(text: string, code: Code, width: number | undefined): string {
  if (width === undefined) return text;
  const missing = width - lengthOf(text);
  if (missing <= 0) return text;
  reserveString(missing + text.length);
  const space = ' '.repeat(missing);
  return code.isLeft ? text + space : space + text;
}

/** @param which the index of the value, or the name of the field */
function render(
  code: Code,
  value: Value,
  width: number | undefined,
  precision: number | undefined,
  which: number | string,
): string {
  const { conversion } = code;
  if (conversion === 's') return toText(value);
  if (conversion === 'c') return renderCharacter(value, which);
  if (typeof value !== 'number') {
    const found = article(typeOf(value));
    throw new Fault('type', `%${conversion} takes a number, but ${describe(which)} is ${found}`);
  }
  return renderNumber(code, value, code.isZero && !code.isLeft ? (width ?? 0) : 0, precision);
}

function renderCharacter(value: Value, which: number | string): string {
  if (typeof value === 'number' && value >= 0 && value <= 0x10ffff && Number.isInteger(value)) {
    return String.fromCodePoint(value);
  }
  if (typeof value === 'string' && characters(value).length === 1) return value;
  const found = typeof value === 'string' ? `"${value}"` : article(typeOf(value));
  const problem = `%c takes one character or its code point, but ${describe(which)} is ${found}`;
  throw new Fault('type', problem);
}

function describe(which: number | string): string {
  return typeof which === 'number' ? `value ${which}` : `field "${which}"`;
}

import { Fault } from '../errors.js';
import { article } from '../runtime/add.js';
import { tick } from '../runtime/budget.js';
import { reserveArray } from '../runtime/limits.js';
import { characters } from '../runtime/text.js';
import type { Value } from '../runtime/value.js';
import { ArrayValue, typeOf } from '../runtime/value.js';
import { array, builtin, sequence, string } from './builtin.js';
import { valuesOf } from './walk.js';

/** Bytes: UTF-8 and base64. */
export const encoding = [
  builtin('encodeUTF8', [string('str')], (text) => {
    tick(text.length);
    reserveArray(text.length);
    return byteValues(new TextEncoder().encode(text));
  }),
  builtin('decodeUTF8', [array('arr')], (bytes) =>
    new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytesOf('decodeUTF8', bytes)),
  ),
  builtin('base64', [sequence('input')], (input) =>
    Buffer.from(bytesOf('base64', input)).toString('base64'),
  ),
  builtin('base64DecodeBytes', [string('str')], (text) => byteValues(decodeBase64(text))),
  builtin('base64Decode', [string('str')], (text) => decodeBase64(text).toString('latin1')),
];

/** Bytes as an array of numbers. */
export function byteValues(bytes: Uint8Array): ArrayValue {
  reserveArray(bytes.length);
  return new ArrayValue(Array.from(bytes));
}

/** Bytes given as numbers, or as characters up to U+00FF. */
function bytesOf(name: string, from: ArrayValue | string): Uint8Array {
  const values: readonly Value[] =
    typeof from === 'string'
      ? characters(from).map((character) => character.codePointAt(0)!)
      : valuesOf(from);
  tick(values.length);
  return Uint8Array.from(values, (value, index) => {
    if (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < 256) {
      return value;
    }
    const found = typeof value === 'number' ? String(value) : article(typeOf(value));
    const problem = `std.${name}: element ${index} must be a whole number from 0 to 255, got ${found}`;
    throw new Fault('value', problem);
  });
}

function decodeBase64(text: string): Buffer {
  const isBase64 = text.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(text);
  if (!isBase64) throw new Fault('value', 'not a base64 encoded string');
  tick(text.length);
  reserveArray(text.length);
  return Buffer.from(text, 'base64');
}

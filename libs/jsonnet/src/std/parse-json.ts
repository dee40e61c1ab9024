import { Fault } from '../errors.js';
import { nested, reserve, tick } from '../runtime/budget.js';
import { objectOf } from '../runtime/native-object.js';
import type { Slot, Value } from '../runtime/value.js';
import { ArrayValue } from '../runtime/value.js';
import { builtin, string } from './builtin.js';

/** Values from JSON text. */
export const parseJson = [
  builtin('parseJson', [string('str')], (text) => {
    reserveData(text);
    let data: unknown;
    try {
      data = JSON.parse(text);
    } catch (error) {
      throw new Fault('value', `std.parseJson: ${reason(error as SyntaxError)}`);
    }
    return fromData(data);
  }),
];

/** What JSON.parse takes at most for each character that begins a value or a part of one. */
const BYTES: ReadonlyMap<number, number> = new Map(
  [
    ['[', 100],
    ['{', 200],
    [',', 40],
    [':', 40],
  ].map(([sign, bytes]) => [(sign as string).charCodeAt(0), bytes as number]),
);

/** Accounts for the data of a text before it is made: JSON.parse makes all of it at once. */
function reserveData(text: string): void {
  tick(text.length);
  let bytes = 0;
  for (let at = 0; at < text.length; at++) bytes += BYTES.get(text.charCodeAt(at)) ?? 0;
  reserve(bytes);
}

/** Engines word it differently, and quote the text, which may be long; most tell the position. */
function reason(error: SyntaxError): string {
  const position = /at position (\d+)/.exec(error.message)?.[1];
  return position === undefined ? 'the text is not JSON' : `not JSON at position ${position}`;
}

/** Plain data, such as JSON, as a value of the language. */
export function fromData(data: unknown): Value {
  tick(1);
  if (typeof data === 'number') {
    if (!Number.isFinite(data)) throw new Fault('value', 'a number is too large');
    return data;
  }
  if (data === null || typeof data === 'string' || typeof data === 'boolean') return data;
  if (Array.isArray(data)) return nested(() => new ArrayValue(data.map(fromData)));
  if (typeof data === 'object') {
    const entries = Object.entries(data);
    return nested(() =>
      objectOf(entries.map(([name, item]): [string, Slot] => [name, fromData(item)])),
    );
  }
  throw new Fault('value', `${typeof data} is not JSON data`);
}

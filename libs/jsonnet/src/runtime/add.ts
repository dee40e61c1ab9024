import { Fault } from '../errors.js';
import type { Span } from '../source.js';
import { reserveArray, reserveString } from './limits.js';
import { tick } from './budget.js';
import { ObjectValue } from './object.js';
import { toText } from './to-text.js';
import type { Origin, Value } from './value.js';
import { ArrayValue, typeOf } from './value.js';

/** The `+` operator. */
export function add(a: Value, b: Value, span: Span | undefined): Value {
  if (typeof a === 'number' && typeof b === 'number') return finite(a + b, span);
  if (typeof a === 'string' || typeof b === 'string') {
    return concatenate(
      typeof a === 'string' ? a : toText(a),
      typeof b === 'string' ? b : toText(b),
    );
  }
  if (a instanceof ObjectValue && b instanceof ObjectValue) return ObjectValue.sum(a, b);
  if (a instanceof ArrayValue && b instanceof ArrayValue) return concatenateArrays(a, b);
  throw new Fault('type', `cannot add ${article(typeOf(b))} to ${article(typeOf(a))}`, span);
}

export function concatenate(a: string, b: string): string {
  reserveString(a.length + b.length);
  return a + b;
}

export function concatenateArrays(a: ArrayValue, b: ArrayValue): ArrayValue {
  if (b.length === 0) return a;
  if (a.length === 0) return b;
  const length = a.length + b.length;
  reserveArray(length);
  let { items } = a;
  if (items.length > a.length) {
    // Another array was made from these items already.
    tick(a.length);
    items = items.slice(0, a.length);
  }
  tick(b.length);
  for (let index = 0; index < b.length; index++) items.push(b.items[index]!);
  return new ArrayValue(items, joinOrigins(a, b), length);
}

/** Beyond this many literals an array is made by a loop, and where each part is from is noise. */
const MAX_ORIGINS = 64;

function joinOrigins(a: ArrayValue, b: ArrayValue): readonly Origin[] | undefined {
  const left = a.origins ?? [unknownOrigin(a.length)];
  const right = b.origins ?? [unknownOrigin(b.length)];
  return left.length + right.length > MAX_ORIGINS ? undefined : [...left, ...right];
}

function unknownOrigin(length: number): Origin {
  return { length, spans: undefined };
}

/** Checks the result of arithmetic. */
export function finite(value: number, span: Span | undefined): number {
  if (Number.isFinite(value)) return value;
  throw new Fault('value', 'overflow: the result is not a finite number', span);
}

/** A type with its article, for messages. */
export function article(type: string): string {
  if (type === 'null') return type;
  return /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`;
}

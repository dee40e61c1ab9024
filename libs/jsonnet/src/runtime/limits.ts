import { Fault } from '../errors.js';
import { reserve } from './budget.js';
import type { Value } from './value.js';
import { ArrayValue } from './value.js';

/** V8's own limit on 64-bit machines. */
const MAX_STRING = 0x1fffffe8;
const MAX_ARRAY = 2 ** 25;

/** What one element takes: a reference, or a part of a string. */
export const REFERENCE_BYTES = 8;
export const SUBSTRING_BYTES = 40;

/** Accounts for a string, by its length in UTF-16 units, before it is made. */
export function reserveString(length: number): void {
  if (length > MAX_STRING) throw new Fault('limit', `a string of ${length} characters is too long`);
  reserve(length * 2);
}

/** Accounts for an array before it is made. */
export function reserveArray(length: number, elementBytes = REFERENCE_BYTES): void {
  if (length > MAX_ARRAY) {
    throw new Fault('limit', `an array of ${length} elements is too long: at most ${MAX_ARRAY}`);
  }
  reserve(length * elementBytes);
}

/** Up to this length a value is part of what a step may take. */
const SHORT = 1024;

/** Accounts for what a function of the library made of its arguments. */
export function accounted(value: Value): Value {
  if (typeof value === 'string') {
    if (value.length > SHORT) reserve(value.length * 2);
  } else if (value instanceof ArrayValue && value.length > SHORT) {
    reserve(value.length * REFERENCE_BYTES);
  }
  return value;
}

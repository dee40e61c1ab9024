import { Fault } from '../errors.js';

/** V8's own limit on 64-bit machines; other engines allow more. */
const MAX_STRING = 0x1fffffe8;
/** An array of thunks of this length takes about 1.5 GB. */
const MAX_ARRAY = 2 ** 25;

/** Checks a string's length, in UTF-16 units, before the string is made. */
export function checkStringLength(length: number): void {
  if (length > MAX_STRING) throw new Fault('limit', `a string of ${length} characters is too long`);
}

/** Checks an array's length before the array is made. */
export function checkArrayLength(length: number): void {
  if (length > MAX_ARRAY) {
    throw new Fault('limit', `an array of ${length} elements is too long: at most ${MAX_ARRAY}`);
  }
}

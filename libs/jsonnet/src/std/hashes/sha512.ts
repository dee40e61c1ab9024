import { hexadecimal, padMessage, primes, rootFraction } from './words.js';

/** The SHA-512 digest (FIPS 180-4) in hexadecimal. */
export function sha512(message: Uint8Array): string {
  const constants = BigUint64Array.from(primes(80), (prime) => rootFraction(prime, 3, 64));
  const state = BigUint64Array.from(primes(8), (prime) => rootFraction(prime, 2, 64));
  const view = padMessage(message, 128, false);
  const schedule = new BigUint64Array(80);
  for (let block = 0; block < view.byteLength; block += 128) {
    for (let step = 0; step < 80; step++) {
      if (step < 16) {
        schedule[step] = view.getBigUint64(block + step * 8);
        continue;
      }
      const early = schedule[step - 15]!;
      const late = schedule[step - 2]!;
      schedule[step] =
        schedule[step - 16]! +
        (rotate(early, 1n) ^ rotate(early, 8n) ^ (early >> 7n)) +
        schedule[step - 7]! +
        (rotate(late, 19n) ^ rotate(late, 61n) ^ (late >> 6n));
    }
    const words = BigUint64Array.from(state);
    for (let step = 0; step < 80; step++) {
      const [a, b, c, , e, f, g, h] = words as unknown as bigint[];
      const first =
        h! +
        (rotate(e!, 14n) ^ rotate(e!, 18n) ^ rotate(e!, 41n)) +
        ((e! & f!) ^ (~e! & g!)) +
        constants[step]! +
        schedule[step]!;
      const second =
        (rotate(a!, 28n) ^ rotate(a!, 34n) ^ rotate(a!, 39n)) + ((a! & b!) ^ (a! & c!) ^ (b! & c!));
      words.copyWithin(1, 0, 7);
      words[4] = words[4]! + first;
      words[0] = first + second;
    }
    words.forEach((word, index) => (state[index] = state[index]! + word));
  }
  const digest = new DataView(new ArrayBuffer(64));
  state.forEach((word, index) => {
    digest.setBigUint64(index * 8, word);
  });
  return hexadecimal(new Uint8Array(digest.buffer));
}

function rotate(word: bigint, by: bigint): bigint {
  return BigInt.asUintN(64, (word >> by) | (word << (64n - by)));
}

import { hexadecimal, padMessage, primes, rootFraction, rotateRight } from './words.js';

/** The SHA-256 digest (FIPS 180-4) in hexadecimal. */
export function sha256(message: Uint8Array): string {
  const constants = Int32Array.from(primes(64), (prime) => Number(rootFraction(prime, 3, 32)));
  const state = Int32Array.from(primes(8), (prime) => Number(rootFraction(prime, 2, 32)));
  const view = padMessage(message, 64, false);
  const schedule = new Int32Array(64);
  for (let block = 0; block < view.byteLength; block += 64) {
    for (let step = 0; step < 64; step++) {
      if (step < 16) {
        schedule[step] = view.getInt32(block + step * 4);
        continue;
      }
      const early = schedule[step - 15]!;
      const late = schedule[step - 2]!;
      schedule[step] =
        schedule[step - 16]! +
        (rotateRight(early, 7) ^ rotateRight(early, 18) ^ (early >>> 3)) +
        schedule[step - 7]! +
        (rotateRight(late, 17) ^ rotateRight(late, 19) ^ (late >>> 10));
    }
    const words = Int32Array.from(state);
    for (let step = 0; step < 64; step++) {
      const [a, b, c, , e, f, g, h] = words as unknown as number[];
      const first =
        h! +
        (rotateRight(e!, 6) ^ rotateRight(e!, 11) ^ rotateRight(e!, 25)) +
        ((e! & f!) ^ (~e! & g!)) +
        constants[step]! +
        schedule[step]!;
      const second =
        (rotateRight(a!, 2) ^ rotateRight(a!, 13) ^ rotateRight(a!, 22)) +
        ((a! & b!) ^ (a! & c!) ^ (b! & c!));
      words.copyWithin(1, 0, 7);
      words[4] = words[4]! + first;
      words[0] = first + second;
    }
    words.forEach((word, index) => (state[index] = state[index]! + word));
  }
  const digest = new DataView(new ArrayBuffer(32));
  state.forEach((word, index) => {
    digest.setInt32(index * 4, word);
  });
  return hexadecimal(new Uint8Array(digest.buffer));
}

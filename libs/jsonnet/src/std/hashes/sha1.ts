import { hexadecimal, padMessage, rotateLeft } from './words.js';

/** The SHA-1 digest (FIPS 180-4) in hexadecimal. */
export function sha1(message: Uint8Array): string {
  const view = padMessage(message, 64, false);
  const state = Int32Array.of(0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0);
  const schedule = new Int32Array(80);
  for (let block = 0; block < view.byteLength; block += 64) {
    for (let step = 0; step < 80; step++) {
      schedule[step] =
        step < 16
          ? view.getInt32(block + step * 4)
          : rotateLeft(
              schedule[step - 3]! ^
                schedule[step - 8]! ^
                schedule[step - 14]! ^
                schedule[step - 16]!,
              1,
            );
    }
    let [a, b, c, d, e] = state as unknown as [number, number, number, number, number];
    for (let step = 0; step < 80; step++) {
      const sum = rotateLeft(a, 5) + mix(step, b, c, d) + e + schedule[step]!;
      [e, d, c, b, a] = [d, c, rotateLeft(b, 30), a, sum | 0];
    }
    [a, b, c, d, e].forEach((word, index) => (state[index] = state[index]! + word));
  }
  const digest = new DataView(new ArrayBuffer(20));
  state.forEach((word, index) => {
    digest.setInt32(index * 4, word);
  });
  return hexadecimal(new Uint8Array(digest.buffer));
}

/** A step's function of three words, with its constant added. */
function mix(step: number, b: number, c: number, d: number): number {
  if (step < 20) return ((b & c) | (~b & d)) + 0x5a827999;
  if (step < 40) return (b ^ c ^ d) + 0x6ed9eba1;
  if (step < 60) return ((b & c) | (b & d) | (c & d)) + 0x8f1bbcdc;
  return (b ^ c ^ d) + 0xca62c1d6;
}

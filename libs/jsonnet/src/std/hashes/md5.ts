import { hexadecimal, padMessage, rotateLeft } from './words.js';

const SHIFTS = [
  [7, 12, 17, 22],
  [5, 9, 14, 20],
  [4, 11, 16, 23],
  [6, 10, 15, 21],
];

/** The MD5 digest (RFC 1321) in hexadecimal. */
export function md5(message: Uint8Array): string {
  const constants = Int32Array.from({ length: 64 }, (_, step) =>
    Math.floor(Math.abs(Math.sin(step + 1)) * 2 ** 32),
  );
  const view = padMessage(message, 64, true);
  const state = Int32Array.of(0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476);
  for (let block = 0; block < view.byteLength; block += 64) {
    let [a, b, c, d] = state as unknown as [number, number, number, number];
    for (let step = 0; step < 64; step++) {
      const round = step >> 4;
      const [mixed, word] = mix(round, step, b, c, d);
      const sum = a + mixed + constants[step]! + view.getInt32(block + word * 4, true);
      [a, d, c, b] = [d, c, b, (b + rotateLeft(sum | 0, SHIFTS[round]![step % 4]!)) | 0];
    }
    [a, b, c, d].forEach((word, index) => (state[index] = state[index]! + word));
  }
  const digest = new DataView(new ArrayBuffer(16));
  state.forEach((word, index) => {
    digest.setInt32(index * 4, word, true);
  });
  return hexadecimal(new Uint8Array(digest.buffer));
}

/** A round's function of three words, and which word of the block a step takes. */
function mix(round: number, step: number, b: number, c: number, d: number): [number, number] {
  switch (round) {
    case 0:
      return [(b & c) | (~b & d), step];
    case 1:
      return [(d & b) | (~d & c), (5 * step + 1) % 16];
    case 2:
      return [b ^ c ^ d, (3 * step + 5) % 16];
    default:
      return [c ^ (b | ~d), (7 * step) % 16];
  }
}

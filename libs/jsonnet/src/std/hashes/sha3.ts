import { hexadecimal } from './words.js';

const RATE = 72;
const ROUNDS = 24;

/** The SHA3-512 digest (FIPS 202) in hexadecimal. */
export function sha3(message: Uint8Array): string {
  const padded = new Uint8Array(Math.ceil((message.length + 1) / RATE) * RATE);
  padded.set(message);
  padded[message.length] = 0x06;
  padded[padded.length - 1]! |= 0x80;
  const view = new DataView(padded.buffer);
  const lanes = new BigUint64Array(25);
  for (let block = 0; block < padded.length; block += RATE) {
    for (let lane = 0; lane < RATE / 8; lane++) {
      lanes[lane] = lanes[lane]! ^ view.getBigUint64(block + lane * 8, true);
    }
    permute(lanes);
  }
  const digest = new DataView(new ArrayBuffer(64));
  for (let lane = 0; lane < 8; lane++) digest.setBigUint64(lane * 8, lanes[lane]!, true);
  return hexadecimal(new Uint8Array(digest.buffer));
}

/** Keccak-f[1600]. The lane at column x and row y has index x + 5y. */
function permute(lanes: BigUint64Array): void {
  const feedback = feedbackBits();
  for (let round = 0; round < ROUNDS; round++) {
    const columns = [0, 1, 2, 3, 4].map((x) =>
      [0, 5, 10, 15, 20].reduce((sum, row) => sum ^ lanes[x + row]!, 0n),
    );
    for (let lane = 0; lane < 25; lane++) {
      const x = lane % 5;
      const parity = columns[(x + 4) % 5]! ^ rotate(columns[(x + 1) % 5]!, 1);
      lanes[lane] = lanes[lane]! ^ parity;
    }
    // Each lane moves to the place of the next on a walk over all but the first.
    let [x, y] = [1, 0];
    let moving = lanes[1]!;
    for (let step = 0; step < 24; step++) {
      [x, y] = [y, (2 * x + 3 * y) % 5];
      const next = lanes[x + 5 * y]!;
      lanes[x + 5 * y] = rotate(moving, ((step + 1) * (step + 2)) / 2);
      moving = next;
    }
    for (let row = 0; row < 25; row += 5) {
      const before = lanes.slice(row, row + 5);
      for (let column = 0; column < 5; column++) {
        const off = ~before[(column + 1) % 5]! & before[(column + 2) % 5]!;
        lanes[row + column] = before[column]! ^ off;
      }
    }
    lanes[0] = lanes[0]! ^ roundConstant(feedback, round);
  }
}

/** The bits of the shift register x^8 + x^6 + x^5 + x^4 + 1 that the round constants are made of. */
function feedbackBits(): number[] {
  const bits: number[] = [];
  let register = 1;
  for (let step = 0; step < 255; step++) {
    bits.push(register & 1);
    register <<= 1;
    if (register & 0x100) register ^= 0x171;
  }
  return bits;
}

function roundConstant(feedback: readonly number[], round: number): bigint {
  let constant = 0n;
  for (let bit = 0; bit < 7; bit++) {
    if (feedback[bit + 7 * round]) constant |= 1n << BigInt(2 ** bit - 1);
  }
  return constant;
}

function rotate(word: bigint, by: number): bigint {
  const left = BigInt(by % 64);
  return BigInt.asUintN(64, (word << left) | (word >> (64n - left)));
}

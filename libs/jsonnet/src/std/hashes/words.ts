/** Bytes as lower-case hexadecimal digits. */
export function hexadecimal(bytes: Iterable<number>): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * Pads a message as MD5 and the SHA-1 and SHA-2 families do: a one bit, zeros, and the message's
 * length in bits at the end of the last block.
 *
 * @param block the size of a block in bytes; its last eighth holds the length
 */
export function padMessage(message: Uint8Array, block: number, isLittleEndian: boolean): DataView {
  const length = Math.ceil((message.length + 1 + block / 8) / block) * block;
  const padded = new Uint8Array(length);
  padded.set(message);
  padded[message.length] = 0x80;
  const view = new DataView(padded.buffer);
  const bits = BigInt(message.length) * 8n;
  view.setBigUint64(isLittleEndian ? length - block / 8 : length - 8, bits, isLittleEndian);
  return view;
}

export function rotateLeft(word: number, by: number): number {
  return (word << by) | (word >>> (32 - by));
}

export function rotateRight(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by));
}

/** The first `count` primes: SHA-2 takes its constants from their roots. */
export function primes(count: number): number[] {
  const found: number[] = [];
  for (let candidate = 2; found.length < count; candidate++) {
    if (found.every((prime) => candidate % prime !== 0)) found.push(candidate);
  }
  return found;
}

/** The first `bits` bits of the fraction of a prime's square (2) or cube (3) root. */
export function rootFraction(prime: number, degree: 2 | 3, bits: number): bigint {
  const power = BigInt(degree);
  const target = BigInt(prime) << (power * BigInt(bits));
  let low = 0n;
  let high = 1n << BigInt(bits + 8);
  while (high - low > 1n) {
    const middle = (low + high) >> 1n;
    if (middle ** power <= target) low = middle;
    else high = middle;
  }
  return BigInt.asUintN(bits, low);
}

import { Fault } from '../errors.js';
import { article } from '../runtime/add.js';
import { tick } from '../runtime/machine.js';
import { characters } from '../runtime/text.js';
import type { Value } from '../runtime/value.js';
import { ArrayValue, typeOf } from '../runtime/value.js';
import { array, builtin, sequence, string } from './builtin.js';
import { md5 } from './hashes/md5.js';
import { sha1 } from './hashes/sha1.js';
import { sha256 } from './hashes/sha256.js';
import { sha3 } from './hashes/sha3.js';
import { sha512 } from './hashes/sha512.js';
import { valuesOf } from './walk.js';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

const hash = (name: string, digest: (bytes: Uint8Array) => string) =>
  builtin(name, [string(name === 'md5' ? 's' : 'str')], (text) => {
    tick(text.length);
    return digest(new TextEncoder().encode(text));
  });

/** Bytes: UTF-8, base64 and hashes. */
export const encoding = [
  builtin('encodeUTF8', [string('str')], (text) => {
    tick(text.length);
    return new ArrayValue(Array.from(new TextEncoder().encode(text)));
  }),
  builtin('decodeUTF8', [array('arr')], (bytes) =>
    new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytesOf('decodeUTF8', bytes)),
  ),
  builtin('base64', [sequence('input')], (input) => encodeBase64(bytesOf('base64', input))),
  builtin('base64DecodeBytes', [string('str')], (text) => new ArrayValue(decodeBase64(text))),
  builtin('base64Decode', [string('str')], (text) =>
    decodeBase64(text)
      .map((byte) => String.fromCharCode(byte))
      .join(''),
  ),
  hash('md5', md5),
  hash('sha1', sha1),
  hash('sha256', sha256),
  hash('sha512', sha512),
  hash('sha3', sha3),
];

/** Bytes given as numbers, or as characters up to U+00FF. */
function bytesOf(name: string, from: ArrayValue | string): Uint8Array {
  const values: readonly Value[] =
    typeof from === 'string'
      ? characters(from).map((character) => character.codePointAt(0)!)
      : valuesOf(from);
  tick(values.length);
  return Uint8Array.from(values, (value, index) => {
    if (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < 256) {
      return value;
    }
    const found = typeof value === 'number' ? String(value) : article(typeOf(value));
    const problem = `std.${name}: element ${index} must be a whole number from 0 to 255, got ${found}`;
    throw new Fault('value', problem);
  });
}

function encodeBase64(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += 3) {
    const [a, b, c] = [bytes[at]!, bytes[at + 1], bytes[at + 2]];
    parts.push(
      ALPHABET[a >> 2]!,
      ALPHABET[((a & 3) << 4) | ((b ?? 0) >> 4)]!,
      b === undefined ? '=' : ALPHABET[((b & 15) << 2) | ((c ?? 0) >> 6)]!,
      c === undefined ? '=' : ALPHABET[c & 63]!,
    );
  }
  return parts.join('');
}

function decodeBase64(text: string): number[] {
  const isBase64 = text.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(text);
  if (!isBase64) throw new Fault('value', 'not a base64 encoded string');
  tick(text.length);
  const bytes: number[] = [];
  const data = text.replace(/=+$/, '');
  let bits = 0;
  let pending = 0;
  for (const character of data) {
    pending = (pending << 6) | ALPHABET.indexOf(character);
    bits += 6;
    if (bits >= 8) {
      bits -= 8;
      bytes.push((pending >> bits) & 255);
      pending &= (1 << bits) - 1;
    }
  }
  return bytes;
}

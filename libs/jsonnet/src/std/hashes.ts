import type * as crypto from 'node:crypto';
import { createRequire } from 'node:module';
import { tick } from '../runtime/budget.js';
import { builtin, string } from './builtin.js';

const require = createRequire(import.meta.url);

/** @param algorithm the name that OpenSSL knows it by */
const hash = (name: string, algorithm: string, parameter = 'str') =>
  builtin(name, [string(parameter)], (text) => {
    tick(text.length);
    // Loaded here, as few programs hash and loading it takes longer than evaluating a small one.
    const { createHash } = require('node:crypto') as typeof crypto;
    return createHash(algorithm).update(text, 'utf8').digest('hex');
  });

/** Digests of the UTF-8 of a string, in hexadecimal. */
export const hashes = [
  hash('md5', 'md5', 's'),
  hash('sha1', 'sha1'),
  hash('sha256', 'sha256'),
  hash('sha512', 'sha512'),
  hash('sha3', 'sha3-512'),
];

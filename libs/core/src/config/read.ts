import { readFileSync } from 'node:fs';

import { ConfigError } from '../errors/errors.js';
import { hintForFile } from './missing.js';

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Reads a config file as text; a byte order mark is dropped.
 *
 * @param path the file; `shown` is how messages call it.
 * @throws ConfigError when it is missing, a directory, unreadable or not UTF-8.
 */
export function readText(path: string, shown: string): string {
  const bytes = readBytes(path, shown);
  try {
    const text = utf8.decode(bytes);
    return text.startsWith('\uFEFF') ? text.slice(1) : text;
  } catch (cause) {
    const offset = firstInvalidByte(bytes);
    throw new ConfigError(
      [
        {
          message: `${shown} is not UTF-8: byte ${offset} is 0x${bytes[offset]!.toString(16)}`,
          hint: 'Save the file with UTF-8 encoding.',
        },
      ],
      { cause },
    );
  }
}

function readBytes(path: string, shown: string): Buffer {
  try {
    return readFileSync(path);
  } catch (cause) {
    const missing = (cause as NodeJS.ErrnoException).code === 'ENOENT';
    const hint = missing ? hintForFile(path) : undefined;
    throw new ConfigError(
      [{ message: `${shown}: ${reason(cause)}`, ...(hint !== undefined && { hint }) }],
      { cause },
    );
  }
}

function reason(error: unknown): string {
  switch ((error as NodeJS.ErrnoException).code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return 'no such file';
    case 'EISDIR':
      return 'this is a directory, a file is expected';
    case 'EACCES':
    case 'EPERM':
      return 'permission denied';
    default:
      return String((error as Error).message);
  }
}

/** The offset of the first byte that is not UTF-8, by halving: a prefix is valid or it is not. */
function firstInvalidByte(bytes: Buffer): number {
  const streaming = (end: number) => {
    try {
      new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(0, end), { stream: true });
      return true;
    } catch {
      return false;
    }
  };
  let valid = 0;
  let invalid = bytes.length;
  while (invalid - valid > 1) {
    const middle = (valid + invalid) >> 1;
    if (streaming(middle)) valid = middle;
    else invalid = middle;
  }
  return Math.min(valid, bytes.length - 1);
}

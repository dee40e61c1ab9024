import { basename, extname } from 'node:path';
import { text, unquoted, type Issue } from '@rowhouse/errors';

import { ConfigError } from '../errors/errors.js';

import type { Files } from '../files/files.js';
import { UnreadableFileError } from '../files/regular-file.js';
import { fixForFile } from './suggest-file.js';

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Reads the text of a `.jsonnet` or `.json` config; a byte order mark is dropped.
 *
 * @param displayed how messages call the file.
 * @throws ConfigError when it is missing, no regular file, too large, unreadable, empty, not UTF-8, or of
 *   another kind.
 */
export function readConfig(path: string, displayed: string, files: Files): string {
  const source = readText(path, displayed, files);
  const extension = extname(path);
  if (extension !== '.jsonnet' && extension !== '.json') {
    throw new ConfigError([wrongExtension(path, displayed)]);
  }
  if (source.trim() === '') {
    const first = extension === '.json' ? '{ "version": "1" }' : "{ version: '1' }";
    throw new ConfigError([
      {
        code: 'empty-config',
        message: text`${unquoted(displayed)} is empty, expected an object`,
        fix: `Begin with ${first}.`,
      },
    ]);
  }
  return source;
}

function wrongExtension(path: string, displayed: string): Issue {
  const extension = extname(path);
  const name = basename(path);
  const renamed = `${basename(path, extension)}.jsonnet`;
  const found =
    extension === '' ? unquoted('no extension') : text`the unsupported extension ${extension}`;
  const fix = ['.yaml', '.yml'].includes(extension)
    ? text`Keep the YAML and read it from ${unquoted(renamed)}: std.parseYaml(importstr ${name})`
    : `Rename it to ${renamed}: Jsonnet includes JSON.`;
  return {
    code: 'unsupported-extension',
    message: text`${unquoted(displayed)} has ${found}, expected .jsonnet or .json`,
    fix,
  };
}

function readText(path: string, displayed: string, files: Files): string {
  const bytes = readBytes(path, displayed, files);
  try {
    const source = utf8.decode(bytes);
    return source.startsWith('\uFEFF') ? source.slice(1) : source;
  } catch (cause) {
    const offset = firstInvalidByte(bytes);
    throw new ConfigError(
      [
        {
          code: 'not-utf8',
          message: `${displayed} is not UTF-8: byte ${offset} is 0x${bytes[offset]!.toString(16)}`,
          fix: 'Save the file with UTF-8 encoding.',
        },
      ],
      { cause },
    );
  }
}

function readBytes(path: string, displayed: string, files: Files): Buffer {
  try {
    return files.read(path);
  } catch (cause) {
    const missing = (cause as NodeJS.ErrnoException).code === 'ENOENT';
    const fix = missing ? fixForFile(path) : undefined;
    throw new ConfigError(
      [
        {
          code: 'unreadable-config',
          message: `${displayed}: ${reason(cause)}`,
          ...(fix !== undefined && { fix }),
        },
      ],
      { cause },
    );
  }
}

function reason(error: unknown): string {
  if (error instanceof UnreadableFileError) return error.message;
  switch ((error as NodeJS.ErrnoException).code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return 'no such file';
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

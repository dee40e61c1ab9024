import { expect } from 'vitest';
import type { EvaluateOptions } from '../src/index.js';
import { JsonnetError, evaluate } from '../src/index.js';

/** The value of a program. */
export function run(source: string, options: Partial<EvaluateOptions> = {}): unknown {
  return evaluate(source, { filename: 'test.jsonnet', ...options }).value;
}

/** The error of a program that must fail. */
export function failure(source: string, options: Partial<EvaluateOptions> = {}): JsonnetError {
  try {
    run(source, options);
  } catch (error) {
    expect(error).toBeInstanceOf(JsonnetError);
    return error as JsonnetError;
  }
  throw new Error(`no error from ${source}`);
}

/** A resolver over files in memory; paths are relative to the importer's folder. */
export function memory(files: Record<string, string | Uint8Array>): EvaluateOptions['resolve'] {
  return (specifier, importer) => {
    const folder = importer.split('/').slice(0, -1);
    const path = [...folder, ...specifier.split('/')]
      .reduce<string[]>(
        (parts, part) => (part === '..' ? parts.slice(0, -1) : [...parts, part]),
        [],
      )
      .join('/');
    const contents = files[path];
    return contents === undefined ? undefined : { path, contents };
  };
}

/** One case of a table: the program, and the value it must have. */
export type Case = readonly [source: string, value: unknown];

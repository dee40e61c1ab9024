import { createRequire } from 'node:module';
import { dirname, extname, join, relative, resolve } from 'node:path';

import type { ResolvedImport } from '@rowhouse/jsonnet';

import { realFiles, type Files } from '../files/files.js';
import { readRegularFile } from '../files/regular-file.js';

export { readRegularFile };

const sources = new Set(['.jsonnet', '.libsonnet', '.json']);

/** An import of a file that does not exist. */
export interface MissingImport {
  readonly specifier: string;
  /** The absolute path that was tried. */
  readonly path: string;
}

/**
 * Finds imported files, and remembers what it read, what it missed, and who imports whom. An import whose
 * first segment is `stdlib` means the bundled helpers; any other is relative to the importing file.
 */
export class ImportFinder {
  /** Absolute paths of the files that were imported, in order, each once. */
  readonly found = new Set<string>();
  /** Imports of files that do not exist. */
  readonly missing: MissingImport[] = [];
  readonly #imports = new Map<string, string[]>();

  constructor(
    private readonly onFile?: (path: string) => void,
    private readonly files: Files = realFiles,
  ) {}

  /** The resolver that the evaluator calls. @throws when the path is there but is no file that can be read. */
  readonly resolve = (specifier: string, importer: string): ResolvedImport | undefined => {
    const path = locateImport(specifier, importer);
    this.#imports.set(importer, [...(this.#imports.get(importer) ?? []), path]);
    this.onFile?.(path);
    const bytes = readIfPresent(path, this.files);
    if (bytes) {
      this.found.add(path);
      return { path, contents: sources.has(extname(path)) ? withoutMark(bytes) : bytes };
    }
    this.missing.push({ specifier, path });
    return undefined;
  };

  /** A chain of imports that leads from a file back to itself: `[a, b, a]`. */
  findCycle(): readonly string[] | undefined {
    const done = new Set<string>();
    const visit = (path: string, trail: readonly string[]): readonly string[] | undefined => {
      if (trail.includes(path)) return [...trail.slice(trail.indexOf(path)), path];
      if (done.has(path)) return undefined;
      for (const imported of this.#imports.get(path) ?? []) {
        const cycle = visit(imported, [...trail, path]);
        if (cycle) return cycle;
      }
      done.add(path);
      return undefined;
    };
    for (const path of this.#imports.keys()) {
      const cycle = visit(path, []);
      if (cycle) return cycle;
    }
    return undefined;
  }
}

/** The directory behind `stdlib/…` imports. */
export function stdlibDirectory(): string {
  return dirname(createRequire(import.meta.url).resolve('@rowhouse/stdlib/package.json'));
}

function locateImport(specifier: string, importer: string): string {
  if (specifier.split('/')[0] !== 'stdlib') return resolve(dirname(importer), specifier);
  const directory = stdlibDirectory();
  const path = join(directory, specifier.slice('stdlib/'.length));
  if (relative(directory, path).startsWith('..')) {
    throw new Error(`'${specifier}' is outside of the bundled helpers`);
  }
  return path;
}

function readIfPresent(path: string, files: Files): Buffer | undefined {
  try {
    return files.read(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw error;
  }
}

/** A byte order mark is no part of a program. */
function withoutMark(bytes: Buffer): Buffer {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes;
}

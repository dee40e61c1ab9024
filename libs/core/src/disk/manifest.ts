import { hash } from 'node:crypto';
import { join } from 'node:path';

import type { Disk } from './disk.js';
import { onDisk } from './error.js';
import { manifestName } from './names.js';
import { pathProblem } from './paths.js';

/** The generated files, each with the SHA-256 of its content as hexadecimal digits. */
export type Manifest = ReadonlyMap<string, string>;

const version = 1;

/** The SHA-256 that a manifest keeps of a file. */
export function contentHash(content: string | Buffer): string {
  return hash('sha256', content);
}

/** The text of a manifest: one line for each file, in the map's order. */
export function formatManifest(files: Manifest): string {
  return `${JSON.stringify({ version, files: Object.fromEntries(files) }, undefined, 2)}\n`;
}

/**
 * Reads the manifest of an output root.
 *
 * @returns undefined when there is none, `damaged` when it is not one that this version can read.
 */
export function readManifest(root: string, disk: Disk): Manifest | 'damaged' | undefined {
  const path = join(root, manifestName);
  const entry = onDisk('read', path, () => disk.lstatSync(path, { throwIfNoEntry: false }));
  if (entry === undefined) return undefined;
  if (!entry.isFile()) return 'damaged';
  return parseManifest(onDisk('read', path, () => disk.readFileSync(path, 'utf8'))) ?? 'damaged';
}

function parseManifest(text: string): Manifest | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isRecord(value) || value['version'] !== version || !isRecord(value['files'])) {
    return undefined;
  }
  const files = new Map<string, string>();
  for (const [path, digest] of Object.entries(value['files'])) {
    if (typeof digest !== 'string' || pathProblem(path)) return undefined;
    files.set(path, digest);
  }
  return files;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

import { hash } from 'node:crypto';
import { join } from 'node:path';

import { DiskError } from '../errors.js';
import { entryAt, nodeFileSystem, readBytes, type FileSystem } from '../file-system.js';
import { manifestName } from '../names.js';
import { pathProblem } from '../paths/paths.js';
import type { Origin } from '../types.js';

/** The committed files, each with the SHA-256 of its content as hexadecimal digits. */
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
 * Reads which files earlier commits wrote into a directory.
 *
 * @returns undefined when it has no manifest, `damaged` when it is not one that this version can read.
 */
export function readManifest(
  root: string,
  fs: FileSystem = nodeFileSystem,
): Manifest | 'damaged' | undefined {
  const path = join(root, manifestName);
  const entry = entryAt(path, fs);
  if (entry === undefined) return undefined;
  return (entry.isFile() ? parseManifest(readBytes(path, fs).toString()) : undefined) ?? 'damaged';
}

/** That a root's manifest is damaged where files go by it. */
export function damagedManifest(root: string, fix: string): DiskError {
  const path = join(root, manifestName);
  const message = `cannot tell generated files from others: ${path} is damaged or of another version`;
  return new DiskError([{ code: 'MANIFEST', path, message, fix }]);
}

/** Who wrote a file that is there. */
export function originOf(path: string, content: Buffer, manifest: Manifest): Origin {
  if (path === manifestName) return 'generated';
  const listed = manifest.get(path);
  if (listed === undefined) return 'foreign';
  return contentHash(content) === listed ? 'generated' : 'edited';
}

/** The manifest that a text is; undefined when it is none of this version. */
export function parseManifest(text: string): Manifest | undefined {
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

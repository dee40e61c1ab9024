import { join, sep } from 'node:path';

import { DiskError } from '../errors.js';
import { entryAt, readBytes, type FileSystem } from '../file-system.js';
import { isTransient, stageName } from '../names.js';

/**
 * Every step of a commit, written ahead of the first one, in the order of the steps. Paths are relative
 * to the root, POSIX. Staged files go by their position in a list, so a journal names nothing outside
 * the root.
 */
export interface Journal {
  readonly removedFiles: readonly string[];
  /** Directories to remove if they are empty by then, deepest first, with their permissions. */
  readonly removedDirectories: readonly { readonly path: string; readonly mode: number }[];
  /** Directories to make, parents first. */
  readonly createdDirectories: readonly string[];
  /** Files to put into place; `replaces` says that there is an old one. */
  readonly newFiles: readonly { readonly path: string; readonly replaces: boolean }[];
}

const version = 1;

/** Where the journal lies in an output root; once it is there, it is complete. */
export function journalPath(root: string): string {
  return join(root, stageName, 'journal.json');
}

/** Names in the stage, by the position in `newFiles` or, for removed ones, in `removedFiles`. */
export const staged = {
  new: (index: number) => `new-${index}`,
  old: (index: number) => `old-${index}`,
  removed: (index: number) => `removed-${index}`,
};

export function formatJournal(journal: Journal): string {
  return JSON.stringify({ version, ...journal });
}

/**
 * Reads the journal that a killed run left.
 *
 * @returns undefined when that run did not come as far as writing one.
 * @throws DiskError when it is not a journal of this version: it may be anybody's file, so nothing
 *   in it is followed.
 */
export function readJournal(root: string, fs: FileSystem): Journal | undefined {
  const path = journalPath(root);
  const entry = entryAt(path, fs);
  if (entry === undefined) return undefined;
  const journal = entry.isFile() ? parse(readBytes(path, fs).toString()) : undefined;
  if (journal) return journal;
  const message = `cannot undo the interrupted change of ${root}: its journal is damaged or of another version`;
  const fix = `delete ${join(root, stageName)} and generate again`;
  throw new DiskError([{ code: 'JOURNAL', path, message, fix }]);
}

function parse(text: string): Journal | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  return isJournal(value) ? value : undefined;
}

function isJournal(value: unknown): value is Journal {
  if (!isRecord(value) || value['version'] !== version) return false;
  const { removedFiles, removedDirectories, createdDirectories, newFiles } = value;
  return (
    isListOf(removedFiles, isInside) &&
    isListOf(createdDirectories, isInside) &&
    isListOf(removedDirectories, (entry) => isEntry(entry, 'mode', 'number')) &&
    isListOf(newFiles, (entry) => isEntry(entry, 'replaces', 'boolean'))
  );
}

function isEntry(value: unknown, key: string, type: string): boolean {
  return isRecord(value) && isInside(value['path']) && typeof value[key] === type;
}

/** Any name that a file can have may be removed; but nothing outside the root, and not the stage. */
function isInside(value: unknown): boolean {
  if (typeof value !== 'string') return false;
  const names = value.split('/');
  const separators = sep === '/' ? /\0/ : /[\0\\:]/;
  return (
    !isTransient(names[0]!) &&
    names.every((name) => !['', '.', '..'].includes(name) && !separators.test(name))
  );
}

function isListOf(value: unknown, check: (entry: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(check);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

import { join, sep } from 'node:path';

import type { Disk } from './disk.js';
import { DiskError, onDisk } from './error.js';
import { isTransient, stageName } from './names.js';

/**
 * Every step of a commit, in the order of the steps. Paths are relative to the root, POSIX. Staged
 * files go by their position in a list, so a journal names nothing outside the root.
 */
export interface Journal {
  /** Files to remove. */
  readonly deletes: readonly string[];
  /** Directories to remove if they are empty by then, deepest first, with their permissions. */
  readonly oldDirectories: readonly { readonly path: string; readonly mode: number }[];
  /** Directories to make, parents first. */
  readonly newDirectories: readonly string[];
  /** Files to put into place; `replaces` says that there is an old one. */
  readonly puts: readonly { readonly path: string; readonly replaces: boolean }[];
}

const version = 1;

/** Where the journal lies in an output root; once it is there, it is complete. */
export function journalPath(root: string): string {
  return join(root, stageName, 'journal.json');
}

/** Names in the stage: the new file of a put, the old one of it, and a removed file. */
export const staged = {
  fresh: (index: number) => `new-${index}`,
  old: (index: number) => `old-${index}`,
  gone: (index: number) => `gone-${index}`,
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
export function readJournal(root: string, disk: Disk): Journal | undefined {
  const path = journalPath(root);
  const entry = onDisk('read', path, () => disk.lstatSync(path, { throwIfNoEntry: false }));
  if (entry === undefined) return undefined;
  const journal =
    entry.isFile() && parse(onDisk('read', path, () => disk.readFileSync(path, 'utf8')));
  if (journal) return journal;
  const message =
    `cannot finish the interrupted change of ${root}: its journal is damaged or of another version; ` +
    `delete ${join(root, stageName)} and generate again`;
  throw new DiskError('JOURNAL', path, message);
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
  const { deletes, oldDirectories, newDirectories, puts } = value;
  return (
    isListOf(deletes, isInside) &&
    isListOf(newDirectories, isInside) &&
    isListOf(oldDirectories, (entry) => isEntry(entry, 'mode', 'number')) &&
    isListOf(puts, (entry) => isEntry(entry, 'replaces', 'boolean'))
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

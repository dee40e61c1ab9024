import type { FileSystem } from './file-system.js';

/**
 * What happens to files in the output directory that a commit does not bring.
 *
 * - `keep`: they stay.
 * - `prune`: those that the manifest lists go; every other file stays.
 * - `clean`: all go, whoever made them.
 */
export type CommitMode = 'keep' | 'prune' | 'clean';

/** Every function takes these. */
export interface Options {
  /** Called once when another run holds the directory, with `waiting for …`. */
  readonly onWait?: (message: string) => void;
  /** How long to wait for another run, in milliseconds. Default: a minute. */
  readonly timeoutMs?: number;
  /** Default: the real one. */
  readonly fs?: FileSystem;
}

/** The places that must never be deleted, and whether anything else may be. */
export interface CleanOptions extends Options {
  /** The working directory. Default: the process's. */
  readonly cwd?: string;
  readonly workspaceRoot?: string;
  /** The user's home directory. Default: the system's answer. */
  readonly home?: string;
  /** Lets a clean delete a directory that is not empty and has no manifest; lifts no other refusal. */
  readonly force?: boolean;
}

export interface CommitOptions extends CleanOptions {
  /** Default: `keep`. */
  readonly mode?: CommitMode;
  /** Fails where an edit by hand, or a file that no commit wrote, would be overwritten. */
  readonly keepEdits?: boolean;
}

/** The files to commit: POSIX path relative to the output root, and the text. In any order. */
export type Files = Iterable<readonly [path: string, content: string]>;

/** Who wrote what a change takes away: an earlier commit, that and then a user, or somebody else. */
export type Origin = 'generated' | 'edited' | 'foreign';

/** One file of a plan. Paths are POSIX, relative to the root. */
export type Change =
  | { readonly kind: 'create'; readonly path: string; readonly after: string }
  | {
      readonly kind: 'update';
      readonly path: string;
      readonly before: string;
      readonly after: string;
      readonly origin: Origin;
      /** Permission bits of the file, which the new one takes over. */
      readonly mode: number;
    }
  | { readonly kind: 'delete'; readonly path: string; readonly origin: Origin }
  | { readonly kind: 'unchanged'; readonly path: string };

/** The difference between files and the directory. */
export interface Plan {
  /** The output directory: absolute, links resolved. It may not exist yet. */
  readonly root: string;
  /** One entry for each new or deleted file and the manifest, by path (UTF-16 code units). */
  readonly changes: readonly Change[];
  /** The SHA-256 of the manifest that it leaves; none when that goes, too. */
  readonly manifest?: string;
  /** Files of earlier commits that this one does not bring, and that stay. */
  readonly orphans: readonly string[];
  /** Directories to make, parents first. */
  readonly createdDirectories: readonly string[];
  /** Directories that the deletions leave empty, deepest first. */
  readonly removedDirectories: readonly string[];
  /**
   * Set when a `clean` was asked for and done as a `prune`, since the output directory is one that
   * is never deleted: what that directory is, for a message.
   */
  readonly narrowed?: string;
}

/**
 * The changes that take away somebody's work: files that are overwritten though they were edited or not
 * generated, and files that are deleted though they were edited. That a clean deletes what was not
 * generated is what it is asked for.
 */
export function lostEdits({ changes }: Plan): readonly LostEdit[] {
  return changes.filter(
    (change): change is LostEdit =>
      (change.kind === 'update' && change.origin !== 'generated') ||
      (change.kind === 'delete' && change.origin === 'edited'),
  );
}

/** A change of {@link lostEdits}. */
export type LostEdit = Extract<Change, { readonly origin: Origin }>;

/** Whether a plan would change anything. */
export function hasChanges(plan: Plan): boolean {
  return plan.changes.some((change) => change.kind !== 'unchanged');
}

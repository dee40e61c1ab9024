import type { Disk } from './disk.js';

/**
 * What happens to files in the output directory that a run does not produce.
 *
 * - `keep`: they stay.
 * - `prune`: those that the manifest lists go; every other file stays.
 * - `clean`: all go, whoever made them.
 */
export type CommitMode = 'keep' | 'prune' | 'clean';

/** The places that a clean must never delete. */
export interface CleanContext {
  /** The working directory. */
  readonly cwd: string;
  readonly workspaceRoot?: string;
  /** The user's home directory. Default: the system's answer. */
  readonly home?: string;
  /** Allows cleaning a directory that is not empty and has no manifest; lifts no other refusal. */
  readonly force?: boolean;
}

/** The generated files: POSIX path relative to the output root, and the text. In any order. */
export type GeneratedFiles = Iterable<readonly [path: string, content: string]>;

/** Who wrote what an update overwrites: we did, we did and a user edited it, or somebody else. */
export type Origin = 'generated' | 'edited' | 'foreign';

/** One file of the plan. Paths are POSIX, relative to the root. */
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
  | { readonly kind: 'delete'; readonly path: string }
  | { readonly kind: 'unchanged'; readonly path: string };

/** The difference between the generated files and the disk. */
export interface Plan {
  /** The output directory: absolute, links resolved. It may not exist yet. */
  readonly root: string;
  /** One entry for each generated or deleted file and the manifest, by path (UTF-16 code units). */
  readonly changes: readonly Change[];
  /** Files of earlier runs that this one does not produce, and that stay. */
  readonly orphans: readonly string[];
  /** Directories to make, parents first. */
  readonly newDirectories: readonly string[];
  /** Directories that the deletions leave empty, deepest first. */
  readonly oldDirectories: readonly string[];
  /**
   * Set when a `clean` was asked for and done as a `prune`, since the output directory is one that
   * is never deleted: what that directory is, for a message.
   */
  readonly narrowed?: string;
}

export type PlanOptions = { readonly disk?: Disk } & (
  { readonly mode: 'keep' | 'prune' } | { readonly mode: 'clean'; readonly context: CleanContext }
);

export interface LockOptions {
  /** Called once when another run holds the lock, with `waiting for …`. */
  readonly onWait?: (message: string) => void;
  /** How long to wait for another run, in milliseconds. Default: a minute. */
  readonly timeoutMs?: number;
  readonly disk?: Disk;
}

/** What `writeOutput` and `previewOutput` are told. */
export type WriteOptions = PlanOptions & LockOptions;

export type CleanOptions = CleanContext & LockOptions & { readonly root: string };

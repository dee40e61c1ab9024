import type { Origin } from './types.js';

/** One thing that keeps a directory from being changed. */
export interface Problem {
  /**
   * The system's own code (`ENOSPC`), or one of `COLLISION`, `EDITED`, `FOREIGN`, `JOURNAL`, `LOCKED`, `MANIFEST`,
   * `OBSTACLE`, `PROTECTED`, `UNSAFE_PATH`.
   */
  readonly code: string;
  /** The file or directory in question. */
  readonly path: string;
  /** What cannot be done, and why: `cannot write /out/a.py: it is read-only`. */
  readonly message: string;
  /** The way out: `make it writable or remove it`. */
  readonly fix?: string;
  /** Of a file that would be lost: who wrote it. */
  readonly origin?: Origin;
}

/** What became of the old files when a commit failed half-way. */
export type Outcome =
  'nothing was changed' | 'the next run undoes the change' | 'the next run removes the rest';

/** A directory could not be changed. Carries every problem found. Without an outcome, nothing was begun. */
export class DiskError extends Error {
  override readonly name = 'DiskError';
  readonly code: string;
  readonly path: string;

  constructor(
    readonly problems: readonly [Problem, ...Problem[]],
    readonly outcome?: Outcome,
    options?: ErrorOptions,
  ) {
    super(problems.map((problem) => formatProblem(problem, outcome)).join('\n'), options);
    this.code = problems[0].code;
    this.path = problems[0].path;
  }

  withOutcome(outcome: Outcome): DiskError {
    return new DiskError(this.problems, outcome, { cause: this.cause });
  }
}

/** A problem as one line. */
export function formatProblem({ message, fix }: Problem, outcome?: Outcome): string {
  return message + (fix ? `; ${fix}` : '') + (outcome ? ` (${outcome})` : '');
}

/** What the errors of the system mean, and what to do about them. */
const explanations: Record<string, readonly [why: string, fix: string]> = {
  EACCES: ['permission denied', 'check the permissions of the file and of its directory'],
  EBUSY: ['it is in use', 'close the program that uses it'],
  EDQUOT: ['the disk quota is used up', 'free some space'],
  EFBIG: ['the file is too large for this file system', 'choose another output directory'],
  EIO: ['the disk reports an input/output error', 'check the disk'],
  EISDIR: ['it is a directory', 'move it away'],
  ELOOP: ['its symbolic links form a loop', 'remove them'],
  EMFILE: ['too many files are open', 'raise the limit (ulimit -n)'],
  ENAMETOOLONG: ['the path is too long for this file system', 'choose a shorter one'],
  ENFILE: ['too many files are open on this system', 'close some programs'],
  ENOENT: ['it disappeared while the command ran', 'run the command again'],
  ENOSPC: ['no space is left on the disk', 'free some space'],
  ENOTDIR: ['a file lies where a directory belongs', 'move it away'],
  EPERM: [
    'the operation is not permitted',
    'check the permissions of the file and of its directory',
  ],
  EROFS: ['the file system is read-only', 'choose another output directory'],
  EXDEV: ['it lies on another file system', 'keep the whole output directory on one'],
};

/** The system's error code, when `error` comes from the system. */
export function systemCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || error instanceof DiskError) return undefined;
  const { code, syscall } = error as NodeJS.ErrnoException;
  return syscall === undefined ? undefined : code;
}

/**
 * Makes system calls, and turns an error of the system into a DiskError.
 *
 * @param verb `write`, `read`, `remove`: what the user would say is being done.
 * @param path what it is being done to, as the user knows it.
 */
export function attempt<T>(verb: string, path: string, calls: () => T): T {
  try {
    return calls();
  } catch (error) {
    throw explain(error, verb, path);
  }
}

/** An error of the system as a DiskError; any other error as it is. */
export function explain(error: unknown, verb: string, path: string): unknown {
  const code = systemCode(error);
  if (code === undefined) return error;
  const [why, fix] = explanations[code] ?? [(error as Error).message];
  const message = `cannot ${verb} ${path}: ${why}`;
  return new DiskError([{ code, path, message, ...(fix && { fix }) }], undefined, { cause: error });
}

/** Makes system calls, and takes these error codes for "nothing to do". */
export function ignoring(codes: readonly string[], calls: () => void): void {
  try {
    calls();
  } catch (error) {
    if (!codes.includes(systemCode(error) ?? '')) throw error;
  }
}

/**
 * Cleans up once all that matters is done. Tries twice, since what stays may make others wait; what
 * stays all the same is removed by the next run.
 *
 * @returns why it could not be done.
 */
export function bestEffort(cleanUp: () => void): DiskError | undefined {
  let failure: DiskError | undefined;
  for (let attempts = 0; attempts < 2; attempts++) {
    try {
      cleanUp();
      return undefined;
    } catch (error) {
      if (!(error instanceof DiskError)) throw error;
      failure = error;
    }
  }
  return failure;
}

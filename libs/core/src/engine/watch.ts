import { isUserError, type UserError } from '../errors/errors.js';
import { FileChanges } from './file-changes.js';
import { generate, type GenerateOptions, type GenerateResult } from './generate.js';

/** What {@link watch} is told. */
export interface WatchOptions extends Omit<GenerateOptions, 'dryRun' | 'clean' | 'skip'> {
  /** Ends the watch. */
  readonly signal: AbortSignal;
  /** Called after each run that succeeds, with the files whose change caused it; none at first. */
  readonly onResult: (result: GenerateResult, changed: readonly string[]) => void;
  /** Called after each run that fails for a reason the user can fix. The watch goes on. */
  readonly onError: (error: UserError, changed: readonly string[]) => void;
  /** How long files must rest before the next run, in milliseconds. Default: 50. */
  readonly restMs?: number;
}

/**
 * Generates, and again whenever a file changes that the config is made of, or one appears that an import
 * missed. Ends when the signal aborts.
 *
 * @throws what is not for the user to fix.
 */
export async function watch(options: WatchOptions): Promise<void> {
  const { signal, restMs = 50 } = options;
  const files = new FileChanges();
  const onFile = (path: string) => {
    files.remember(path);
    options.onFile?.(path);
  };
  try {
    for (let changed: readonly string[] = []; !signal.aborted;) {
      files.restart();
      try {
        options.onResult(await generate({ ...options, onFile, skip: false }), changed);
      } catch (error) {
        if (!isUserError(error)) throw error;
        options.onError(error, changed);
      }
      changed = await files.next(restMs, signal);
    }
  } finally {
    files.close();
  }
}

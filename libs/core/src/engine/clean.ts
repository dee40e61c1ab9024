import { dirname } from 'node:path';

import { cleanOutput, previewClean, type Plan } from '../disk/index.js';
import { findWorkspaceRoot } from '../discovery/index.js';
import type { GenerateOptions } from './generate.js';
import { openOutput } from './output-root.js';

/** What {@link clean} is told. */
export type CleanProjectOptions = Omit<GenerateOptions, 'clean' | 'prune'>;

/** What {@link clean} did, or would do. */
export interface CleanResult {
  /** Absolute path of the output directory. */
  readonly outputRoot: string;
  readonly plan: Plan;
  /** False for a dry run. */
  readonly written: boolean;
}

/**
 * Deletes the output directory. The config says where it is, and must be one without problems.
 *
 * @throws ConfigError, GenerationError, CommandError; the last also for a directory that is never
 *   deleted, such as the working directory, and for one that nothing was generated into, without `force`.
 */
export async function clean(options: CleanProjectOptions): Promise<CleanResult> {
  const { opened, outputRoot } = await openOutput(options);
  const workspaceRoot = findWorkspaceRoot(dirname(opened.config.path));
  const cleaning = {
    root: outputRoot,
    cwd: opened.cwd,
    ...(workspaceRoot !== undefined && { workspaceRoot }),
    ...(options.force !== undefined && { force: options.force }),
    ...(options.onWait && { onWait: options.onWait }),
  };
  options.onStep?.('write');
  const plan = await (options.dryRun ? previewClean : cleanOutput)(cleaning);
  return { outputRoot, plan, written: !options.dryRun };
}

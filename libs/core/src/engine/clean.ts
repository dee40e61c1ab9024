import { clean as cleanDirectory, previewClean, type Plan } from '@rowhouse/disk';

import type { GenerateOptions } from './generate.js';
import { cleanOptions } from './generate-anew.js';
import type { ProjectOptions } from './project.js';
import { onDisk } from './on-disk.js';
import { openOutput } from './output-root.js';

/** What {@link clean} is told. */
export type CleanProjectOptions = ProjectOptions &
  Pick<GenerateOptions, 'out' | 'force' | 'dryRun' | 'onWait'>;

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
  options.onStep?.('write');
  const remove = options.dryRun ? previewClean : cleanDirectory;
  const plan = await onDisk(remove(outputRoot, cleanOptions(options, opened)));
  return { outputRoot, plan, written: !options.dryRun };
}

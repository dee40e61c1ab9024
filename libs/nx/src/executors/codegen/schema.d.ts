import type { TaskOptions } from '../../task/task.js';

export interface CodegenExecutorSchema extends TaskOptions {
  /** Delete files that only earlier runs generated. Default true. */
  readonly prune?: boolean;
  /** Delete all other files in the output directory. Default false. */
  readonly clean?: boolean;
  /** Fail, and write nothing, if a manual edit would be overwritten. Default false. */
  readonly keepEdits?: boolean;
  /** Skip the run if nothing changed since the last run in this workspace. Default true. */
  readonly skip?: boolean;
}

import type { TaskOptions } from '../../task/task.js';

export interface CodegenExecutorSchema extends TaskOptions {
  /** Remove what earlier runs generated and this one does not. Default true. */
  readonly prune?: boolean;
  /** Remove everything in the output directory that this run does not generate. Default false. */
  readonly clean?: boolean;
  /** Fail where an edit by hand would be overwritten, and write nothing. Default false. */
  readonly keepEdits?: boolean;
  /** Skip work of which nothing changed since the last run in this workspace. Default true. */
  readonly skip?: boolean;
}

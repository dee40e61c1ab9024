import type { TaskOptions } from '../../task/task.js';

export interface CleanExecutorSchema extends TaskOptions {
  /** Also delete a folder that does not contain generated files. Default false. */
  readonly force?: boolean;
}

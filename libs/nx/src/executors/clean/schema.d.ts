import type { TaskOptions } from '../../task/task.js';

export interface CleanExecutorSchema extends TaskOptions {
  /** Also delete a folder that nothing was generated into. Default false. */
  readonly force?: boolean;
}

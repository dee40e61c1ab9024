import type { TaskOptions } from '../../task/task.js';

export interface WatchExecutorSchema extends TaskOptions {
  /** Delete files that only earlier runs generated. Default true. */
  readonly prune?: boolean;
}

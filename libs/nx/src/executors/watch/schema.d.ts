import type { TaskOptions } from '../../task/task.js';

export interface WatchExecutorSchema extends TaskOptions {
  /** Delete files that earlier runs generated and this one does not. Default true. */
  readonly prune?: boolean;
}

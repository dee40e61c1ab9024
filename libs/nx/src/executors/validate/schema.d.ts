import type { TaskOptions } from '../../task/task.js';

export interface ValidateExecutorSchema extends TaskOptions {
  /** Compare generated code that git ignores as well. Default false. */
  readonly checkIgnored?: boolean;
  /** Skip the run if nothing changed since the last run in this workspace. Default true. */
  readonly skip?: boolean;
}

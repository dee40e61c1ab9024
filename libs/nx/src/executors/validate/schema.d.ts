import type { TaskOptions } from '../../task/task.js';

export interface ValidateExecutorSchema extends TaskOptions {
  /** Compare generated code that git ignores as well. Default false. */
  readonly checkIgnored?: boolean;
  /** Fail if a model or a function of the config is not found. Default true. */
  readonly strict?: boolean;
  /** Skip the run if nothing changed since the last run in this workspace. Default true. */
  readonly skip?: boolean;
}

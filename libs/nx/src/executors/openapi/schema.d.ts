import type { TaskOptions } from '../../task/task.js';

export interface OpenApiExecutorSchema extends TaskOptions {
  /** The file of the document, relative to the workspace root. Default: `openapi.json` in the project. */
  readonly file?: string;
  /** The app that the project serves, such as `main:app`. Default: the generated routes alone. */
  readonly app?: string;
}

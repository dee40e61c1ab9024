import type { Surroundings } from './prepared.js';

/** What a target is asked for the document of an API that was generated. */
export interface ApiDocumentRequest<Project = unknown> {
  readonly project: Project;
  /** The app that the project serves, as the target names such things. Default: what was generated, alone. */
  readonly app: string | undefined;
  /** Absolute path of the generated code. */
  readonly outputRoot: string;
  readonly surroundings: Surroundings;
}

/** A document that describes an API, such as one of OpenAPI. */
export interface ApiDocument {
  readonly text: string;
  /** Absolute paths of the project's files that it is made of. */
  readonly files: readonly string[];
}

import type { BuiltProject } from './api-change.js';
import type { StaticFile } from './output.js';

/**
 * How a target is made of another one: it has the same configs and the same operations, so that the two cannot
 * disagree, and files of its own. It is used only where it is named: it is never the default.
 */
export interface Derivation<Project = unknown> {
  /** The name of the other target, whose operations run. */
  readonly from: string;
  /** What comes of all that they made. */
  files(built: BuiltProject<Project>): Iterable<StaticFile>;
}

import type { BuiltOutput } from '../build/build.js';
import type { Output } from './output.js';
import type { Surroundings } from './prepared.js';

/** How generated code becomes the project's own. */
export interface Ejection<Project = unknown> {
  /**
   * A piece of what is generated, as a file of the project that can take its place.
   *
   * @throws CommandError when there is no such piece, or it cannot be had by itself.
   */
  piece(request: EjectionRequest<Project>): EjectedPiece;
  /** The project with all that its files import among them; the same where nothing is missing. */
  whole?(project: Project): Project;
  /**
   * A file of the output, maybe edited, without what says that it is generated, and importing what
   * {@link whole} adds from there; any other text as it is.
   */
  release(text: string, project: Project): string;
}

/** What a target is asked for. */
export interface EjectionRequest<Project = unknown> {
  /** What the command line calls it: `articles.update`. */
  readonly name: string;
  /** Where it is to go, as the target names such places; undefined for where it chooses. */
  readonly to: string | undefined;
  readonly project: Project;
  /** Everything that the operations made. */
  readonly outputs: readonly BuiltOutput[];
  readonly surroundings: Surroundings;
}

/** A piece of generated code that the project takes over. */
export interface EjectedPiece {
  /** What its file is rendered from. */
  readonly output: Output;
  /** Absolute path of the folder that the output's path begins at. */
  readonly folder: string;
  /** The output whose entry of the config names the piece from now on. */
  readonly of: BuiltOutput;
  /** The keys that the entry gets. */
  readonly keys: Readonly<Record<string, unknown>>;
}

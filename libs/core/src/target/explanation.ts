import type { BuiltOutput } from '../build/build.js';
import type { ConfigPath } from './scope.js';
import type { Output } from './output.js';

/** What a target is asked for. */
export interface ExplanationRequest<Project = unknown> {
  /** What the command line calls it: `articles.update`. */
  readonly name: string;
  readonly project: Project;
  /** Everything that the operations made. */
  readonly outputs: readonly BuiltOutput[];
  /** Where the config asks for an output. */
  pathOf(made: BuiltOutput): ConfigPath;
  /** The text of an output, as the target is given it to join. */
  render(made: BuiltOutput): string;
}

/** An operation that can be explained. */
export interface NamedOperation {
  /** As the command line calls it: `articles.update`. */
  readonly name: string;
  /** What it does: `Update an article (PATCH /articles/{pk})`. */
  readonly title: string;
}

/** What comes of one operation, beside what the engine knows itself: its files, and its place. */
export interface Explained {
  /** The output that the name means. */
  readonly of: BuiltOutput;
  /** A topic at a time, what somebody calls it first. */
  readonly facts: readonly Fact[];
  /** What it needs of other operations. */
  readonly uses: readonly Use[];
}

/** An output of another operation. */
export interface Use {
  readonly output: Output;
  /** What is used of all that it defines. */
  readonly names: readonly string[];
}

/** What is to be said of one topic. */
export interface Fact {
  readonly topic: string;
  readonly lines: readonly FactLine[];
}

/** One thing, and where the config says it. */
export interface FactLine {
  readonly text: string;
  readonly path?: ConfigPath;
}

import type { BuiltOutput } from '../build/build.js';

/** A project and what its operations made. */
export interface BuiltProject<Project = unknown> {
  readonly project: Project;
  readonly outputs: readonly BuiltOutput[];
}

/** A difference between two states of an API, as its clients see it. */
export interface ApiChange {
  readonly kind: 'added' | 'removed' | 'changed';
  /** Whether a client that worked before may fail now. */
  readonly isBreaking: boolean;
  /** What it is about, and what became of it: `Article.title: max_length 50, was 100`. */
  readonly text: string;
  /** The bodies in which it shows; none for a route. */
  readonly bodies: readonly string[];
}

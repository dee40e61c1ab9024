import type { Problem } from '@rowhouse/errors';

import type { BuiltOutput } from '../build/build.js';

/**
 * What an operation produces: a piece of one generated file. Targets extend it with typed members
 * (a route handler, a schema class, a test case); `kind` selects the renderer.
 */
export interface Output {
  readonly kind: string;
  /** POSIX path of the file it belongs to, relative to the output root. */
  readonly file: string;
}

/** A whole file, written as it is. Every target has this kind; it needs no renderer. */
export interface StaticFile extends Output {
  readonly kind: 'static';
  readonly content: string;
}

/** Makes a {@link StaticFile}. */
export function staticFile(file: string, content: string): StaticFile {
  return { kind: 'static', file, content };
}

/** Something that may exist only once in the whole output: a name in a module, a route. */
export interface Definition {
  /** Two definitions with one key are an error. */
  readonly key: string;
  /** Whether it may exist once in each file. */
  readonly perFile?: boolean;
  /** What messages call it: `ArticlePage in schemas/article.py`. */
  readonly label: () => string;
}

/** Why an output cannot stay as it is. */
export type Refusal = Pick<Problem, 'code' | 'message' | 'fix'>;

/** Two outputs that cannot both be there, or one that its target refuses. */
export interface Conflict extends Refusal {
  /** The output that came second: the place to report. */
  readonly made: BuiltOutput;
  /** The output that was there first. */
  readonly first?: BuiltOutput;
}

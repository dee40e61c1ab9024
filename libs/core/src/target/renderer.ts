import type { Output } from './output.js';

/** How outputs of one kind become text: an EJS template, and the variables that it uses. */
export interface Renderer<O extends Output = never> {
  /**
   * Template, relative to the target's template directory. A function when each output brings its
   * own; an operation of another package gives an absolute path.
   */
  readonly template: string | ((output: O) => string);
  /**
   * Objects whose own members are the template's variables; of several with one name, that of the first. Default: the
   * output.
   */
  view?(output: O): readonly object[];
}

/** A renderer of any output. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type AnyRenderer = Renderer<any>;

/** One file whose outputs are rendered. */
export interface RenderedFile {
  /** POSIX path, relative to the output root. */
  readonly path: string;
  /** In build order. */
  readonly outputs: readonly Output[];
  /** The text of each output, in the same order. */
  readonly sections: readonly string[];
}

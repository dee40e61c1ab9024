import type { Output } from './output.js';

/** Turns outputs of one kind into text: computes a view, which its EJS template inserts. */
export interface Renderer<O extends Output = never, File = never> {
  /**
   * Template, relative to the target's template directory. A function when each output brings its
   * own; an operation of another package gives an absolute path.
   */
  readonly template: string | ((output: O) => string);
  /**
   * Everything that the template needs, computed. `file` collects the symbols that the text uses,
   * so that imports follow.
   */
  view(output: O, file: File): object;
}

/** A renderer of any output. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type AnyRenderer = Renderer<any, any>;

/** Renders what surrounds the outputs of one file: header, imports, order. */
export interface FileRenderer<File> {
  readonly template: string;
  /** Opens a file: decides names, collects imports while the outputs are rendered. */
  open(path: string, outputs: readonly Output[]): File;
  /** Called when all sections are rendered. `sections` are the outputs' texts, in build order. */
  view(file: File, sections: readonly string[]): object;
}

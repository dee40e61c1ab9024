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

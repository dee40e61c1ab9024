import type { Output } from '@rowhouse/core';

/** A section of a Python file. */
export interface PythonOutput extends Output {
  /** The docstring of the file: what it is about. All sections of a file say the same. */
  readonly about: string;
  /** The dotted module of the file. */
  readonly module: string;
  /** The names that the section defines in the module. */
  readonly defines: readonly string[];
  /** Names inside the section, of class members or variables, that hide an import of the same name. */
  readonly hides?: readonly string[];
  /** Stands right behind this section, instead of where it was made. */
  readonly follows?: PythonOutput | undefined;
  /** A remark for a linter, about the whole file. */
  readonly fileRemark?: string;
  /** Where in the file it stands: a router before the objects that functions use, those before them. */
  readonly part: 'router' | 'object' | 'definition';
}

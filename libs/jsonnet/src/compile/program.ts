import type { SourceFile, Span } from '../source.js';
import type { ObjectValue } from '../runtime/object.js';
import type { Value } from '../runtime/value.js';
import type { Builtin } from '../std/builtin.js';
import type { Import } from '../syntax/ast.js';

/** What compiled code asks of the evaluation it is part of. */
export interface Program {
  /** The value of an import that stands in `importer` at `span`. */
  import(form: Import['form'], specifier: string, importer: SourceFile, span: Span): Value;
  /** A function of the standard library, or undefined when there is none of this name. */
  builtin(name: string): Builtin | undefined;
  /** The standard library as an object, as `file` sees it. */
  standardLibrary(file: SourceFile): ObjectValue;
}

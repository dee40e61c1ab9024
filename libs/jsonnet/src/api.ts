import type { Location } from './source.js';

/** Data with a JSON form. */
export type JsonValue =
  null | boolean | number | string | readonly JsonValue[] | { readonly [key: string]: JsonValue };

/** What a {@link Resolver} found. */
export interface ResolvedImport {
  /**
   * Names the file in errors and in `imports`. It is also its identity: a path that comes up twice
   * is read once, and is the `importer` of the file's own imports.
   */
  readonly path: string;
  /** The text, or the bytes. `import` and `importstr` take bytes as UTF-8. */
  readonly contents: string | Uint8Array;
}

/**
 * Finds the file of an import. Called once for each pair of specifier and importer.
 *
 * @param specifier the text between the quotes of the import
 * @param importer the `path` of the file that holds the import (`filename` for the first)
 * @returns undefined when there is no such file. A thrown error becomes the cause of a
 * `JsonnetError` that points at the import.
 */
export type Resolver = (specifier: string, importer: string) => ResolvedImport | undefined;

/** Options of {@link evaluate}. */
export interface EvaluateOptions {
  /** Names the source in errors and for the resolver. */
  readonly filename: string;
  /** Finds imported files. Without it, an import is an error. */
  readonly resolve?: Resolver;
  /** Values of `std.extVar`, by name. */
  readonly extVars?: Readonly<Record<string, JsonValue>>;
  /** Jsonnet expressions for `std.extVar`, by name. */
  readonly extCode?: Readonly<Record<string, string>>;
  /** Top-level arguments: what to call the program with, by parameter, when it is a function. */
  readonly tlas?: Readonly<Record<string, JsonValue>>;
  /** Top-level arguments as Jsonnet expressions. */
  readonly tlaCode?: Readonly<Record<string, string>>;
  /**
   * How many calls, fields and variables may be in evaluation inside each other. The default is
   * 500, as in the reference implementation. JavaScript's stack may end a deeper recursion before a
   * larger limit does, with an error that says so.
   */
  readonly maxStack?: number;
  /**
   * How many steps (calls, fields, variables, turns of a loop, also of the standard library's own
   * loops) an evaluation may take. The default is no limit.
   */
  readonly maxSteps?: number;
  /**
   * How many bytes an evaluation may take, as near as an account of the larger allocations and a look at
   * the heap now and then can tell. The default is 1 GiB.
   */
  readonly maxMemory?: number;
  /** Receives what `std.trace` says. By default it is dropped. */
  readonly trace?: (message: string) => void;
}

/** How a file was imported. */
export type ImportKind = 'import' | 'importstr' | 'importbin';

/** A file that an evaluation read. */
export interface ImportedFile {
  readonly path: string;
  /** How it was imported first. */
  readonly kind: ImportKind;
}

/** What {@link EvaluationResult.locate} should point at. */
export interface LocateOptions {
  /** The value (the default), or the name of the field before it. */
  readonly part?: 'value' | 'key';
}

/** What {@link evaluate} returns. */
export interface EvaluationResult {
  /**
   * The result as plain JavaScript data: ordinary objects and arrays, fields in the order of their
   * names. A field called `__proto__` is an own property like any other.
   */
  readonly value: unknown;
  /** Every file that was read besides the source itself, in order, each once. */
  readonly imports: readonly ImportedFile[];
  /**
   * Finds where a part of the value was written: for a field, its expression in the object that
   * defined it last; for an element, its expression in an array literal, else the best place known.
   * Costs nothing until it is called.
   *
   * @param path the way from the value to the part: field names and element indexes
   * @returns undefined when the value has no such part
   */
  locate(path: readonly (string | number)[], options?: LocateOptions): Location | undefined;
  /** The text of a file that took part, by its path: for {@link codeFrame}. */
  source(path: string): string | undefined;
}

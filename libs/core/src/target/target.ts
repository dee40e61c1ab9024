import type * as z from 'zod';

import type { OperationCatalog } from './catalog.js';
import type { AnyRenderer, FileRenderer } from './renderer.js';
import type { Scope } from './scope.js';

/** A kind of code that Rowhouse generates: config schema, scopes, renderers and templates. */
export interface Target<Project = unknown, File = unknown> {
  readonly name: string;
  /** The language of the output, as `codegen targets list` shows it. */
  readonly language: string;
  /**
   * The schema of a whole config. Cross-field rules belong to it as refinements, placed as deep as
   * they can stand, so that one run reports as many problems as possible. A custom issue may carry its
   * likely fix: `params: { hint: 'Rename it.' }`.
   */
  configSchema(operations: OperationCatalog): z.ZodType<Project>;
  /** From the outermost in. */
  readonly scopes: readonly Scope[];
  /** Where output goes without `--out`: a POSIX path relative to the working directory, `.` for itself. */
  outputRoot(project: Project): string;
  /** By output kind. */
  readonly renderers: Readonly<Record<string, AnyRenderer>>;
  readonly file: FileRenderer<File>;
  /** Absolute path of the template directory. */
  readonly templates: string;
  /** Writes a value as a literal of the language: what `<%= value %>` does in a template. */
  literal(value: unknown): string;
}

/** A target of any config. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type AnyTarget = Target<any, any>;

/** Gives a target its types; returns it unchanged. */
export function defineTarget<Project, File>(target: Target<Project, File>): Target<Project, File> {
  return target;
}

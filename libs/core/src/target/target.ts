import type * as z from 'zod';

import type { BuiltOutput } from '../build/build.js';
import type { ApiChange, BuiltProject } from './api-change.js';
import type { ApiDocument, ApiDocumentRequest } from './api-document.js';
import type { OperationCatalog } from './catalog.js';
import type { Derivation } from './derivation.js';
import type { Ejection } from './ejection.js';
import type { Explained, ExplanationRequest, NamedOperation } from './explanation.js';
import type { Finding } from './finding.js';
import type { Conflict, Definition, Output, Refusal, StaticFile } from './output.js';
import type { Prepared, Surroundings } from './prepared.js';
import type { AnyRenderer, RenderedFile } from './renderer.js';
import type { Scope } from './scope.js';
import type { Sources } from './sources.js';

/** A kind of code that Rowhouse generates: config schema, scopes, renderers and templates. */
export interface Target<Project = unknown> {
  readonly name: string;
  /** Of a target that is made of what another one builds, such as a client of an API. */
  readonly derived?: Derivation<Project>;
  /** The language of the output, as `codegen targets list` shows it. */
  readonly language: string;
  /**
   * The schema of a whole config. Cross-field rules belong to it as refinements, placed as deep as
   * they can stand, so that one run reports as many problems as possible. An issue of
   * their own is a `customIssue`.
   */
  configSchema(operations: OperationCatalog): z.ZodType<Project>;
  /**
   * Completes a config from files of the project before its schema checks it. The value is not checked
   * yet: what the schema will refuse is left as it is.
   */
  prepare?(value: unknown, surroundings: Surroundings): Promise<Prepared>;
  /** What it knows of the project's sources, for `codegen facts`, `codegen init` and editors. */
  readonly sources?: Sources;
  /** How generated code becomes the project's own, for `codegen eject`. */
  readonly ejection?: Ejection<Project>;
  /** The operations that `explain` can be asked for. */
  operations?(built: BuiltProject<Project>): readonly NamedOperation[];
  /**
   * Says what comes of one operation, for `codegen explain`.
   *
   * @throws CommandError when there is no such operation.
   */
  explain?(request: ExplanationRequest<Project>): Explained;
  /**
   * Says how an API differs from an earlier one, for `codegen diff --api`: what may break clients first.
   *
   * @param before undefined where there was none.
   */
  compareApis?(
    before: BuiltProject<Project> | undefined,
    after: BuiltProject<Project>,
  ): readonly ApiChange[];
  /**
   * The document of an API that was generated, for `codegen openapi`: the code itself says it.
   *
   * @throws CommandError when it does not load.
   */
  apiDocument?(request: ApiDocumentRequest<Project>): Promise<ApiDocument>;
  /** Looks at what generated code and its configs need of the project, for `codegen doctor`. */
  diagnose?(
    surroundings: Surroundings,
    /** Undefined where there is no config, or a wrong one. */
    project: Project | undefined,
  ): Promise<readonly Finding[]>;
  /** From the outermost in. */
  readonly scopes: readonly Scope[];
  /**
   * Where output goes without `--out`: a POSIX path relative to the working directory, `.` for itself. That of a derived
   * target is relative to the config, and may lead anywhere: the config names it.
   */
  outputRoot(project: Project): string;
  /** By output kind. */
  readonly renderers: Readonly<Record<string, AnyRenderer>>;
  /** Makes the text of a file from the texts of its outputs: adds what surrounds them, such as imports. */
  joinSections(file: RenderedFile, project: Project): string;
  /** What an output defines; `text` is its rendered text. Two definitions with one key are refused. */
  definitions?(output: Output, text: string): Iterable<Definition>;
  /** What keeps an output from being written; `text` is its rendered text, `scopes` what its operation declares. */
  refusals?(output: Output, text: string, scopes: readonly string[]): Iterable<Refusal>;
  /** Outputs that cannot be together, two definitions of one name aside. */
  conflicts?(outputs: readonly BuiltOutput[]): Iterable<Conflict>;
  /** Further files that the generated ones need, such as a runtime that they import. */
  supportFiles?(project: Project, texts: ReadonlyMap<string, string>): Iterable<StaticFile>;
  /**
   * What the user should know of a run though it is no error, a line each.
   *
   * @param outputs everything that the operations made.
   * @param outputRoot absolute path of the output directory.
   */
  notices?(project: Project, outputs: readonly Output[], outputRoot: string): Iterable<string>;
  /** Absolute path of the template directory. */
  readonly templates: string;
  /** Writes a value as a literal of the language: what `<%= value %>` does in a template. */
  literal(value: unknown): string;
}

/** A target of any config. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type AnyTarget = Target<any>;

/** Gives a target its types; returns it unchanged. */
export function defineTarget<Project>(target: Target<Project>): Target<Project> {
  return target;
}

export {
  didYouMean,
  formatPath,
  formatText,
  nearest,
  text,
  unquoted,
  type Phrase,
  type Text,
} from '@rowhouse/errors';
export {
  CommandError,
  ConfigError,
  GenerationError,
  isUserError,
  UserError,
  type ErrorPrefix,
} from './errors/errors.js';
export { formatIssue, formatIssues, formatMessage } from '@rowhouse/errors';
export type { Expected, Issue, Place, Problem } from '@rowhouse/errors';
export { customIssue } from './config/check.js';
export { jsonnetText } from './config/jsonnet-text.js';
export { fixes, type Fixes } from './config/schema-at.js';
export type { OperationCatalog } from './target/catalog.js';
export type { ApiChange, BuiltProject } from './target/api-change.js';
export type { ApiDocument, ApiDocumentRequest } from './target/api-document.js';
export type { Derivation } from './target/derivation.js';
export type {
  Explained,
  ExplanationRequest,
  Fact,
  FactLine,
  NamedOperation,
  Use,
} from './target/explanation.js';
export { isOlder, type Finding } from './target/finding.js';
export type { OperationEntry } from './target/entry.js';
export {
  defineOperation,
  type AnyOperation,
  type BuildContext,
  type CheckContext,
  type Operation,
  type Outputs,
  type Stage,
  type Starter,
} from './target/operation.js';
export {
  staticFile,
  type Conflict,
  type Definition,
  type Output,
  type Refusal,
  type StaticFile,
} from './target/output.js';
export type { Prepared, Surroundings } from './target/prepared.js';
export type { AnyRenderer, RenderedFile, Renderer } from './target/renderer.js';
export type { EjectedPiece, Ejection, EjectionRequest } from './target/ejection.js';
export type { ConfigPath, Scope, ScopeInstance } from './target/scope.js';
export type {
  Account,
  FirstConfig,
  FactsRequest,
  FirstConfigRequest,
  SourceFiles,
  Sources,
} from './target/sources.js';
export { defineTarget, type AnyTarget, type Target } from './target/target.js';
export { hasChanges, lostEdits, manifestName } from '@rowhouse/disk';
export type { Change, LostEdit, Origin, Plan } from '@rowhouse/disk';
export { clean, type CleanProjectOptions, type CleanResult } from './engine/clean.js';
export { explain, operations, type ExplainOptions, type Explanation } from './engine/explain.js';
export { apiDiff, type ApiDiff, type ApiDiffOptions } from './engine/api-diff.js';
export { apiDocument, type ApiDocumentOptions } from './engine/api-document.js';
export { doctor, type DoctorOptions } from './engine/doctor/doctor.js';
export {
  ejectAll,
  ejectPiece,
  type EjectAllOptions,
  type EjectAllResult,
  type EjectOptions,
  type EjectResult,
} from './engine/eject.js';
export type { BuiltOutput } from './build/index.js';
export { generate, type GenerateOptions, type GenerateResult } from './engine/generate.js';
export type { Reasons } from './engine/reasons.js';
export { generateTree, type GeneratedTree } from './engine/generate-tree.js';
export { generatedFiles } from './engine/generated-files.js';
export { watch, type WatchOptions } from './engine/watch.js';
export type { Tree } from './render/index.js';
export type { Done, ProjectOptions, Step } from './engine/project.js';
export { configSchemaJson, type SchemaOptions } from './engine/schema.js';
export {
  exampleFor,
  facts,
  firstConfig,
  init,
  subjects,
  type InitOptions,
  type InitResult,
  type FactsOptions,
  type SourcesOptions,
} from './engine/sources.js';
export { filesOf, type ConfigText } from './engine/source-files.js';
export { SourceMemory } from './engine/source-memory.js';
export { listTargets, type InstalledTarget } from './engine/targets.js';
export { validate, type ValidateResult } from './engine/validate.js';
export type { Plugin } from './discovery/index.js';

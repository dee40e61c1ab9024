export {
  CommandError,
  ConfigError,
  GenerationError,
  isUserError,
  UserError,
  type ErrorPrefix,
  type Issue,
  type Place,
} from './errors/errors.js';
export { formatIssue, formatIssues } from './errors/format.js';
export { describe as describeValue } from './config/issue-text.js';
export { didYouMean, nearest } from './errors/suggest.js';
export type { OperationCatalog } from './target/catalog.js';
export type { OperationEntry } from './target/entry.js';
export {
  defineOperation,
  type AnyOperation,
  type BuildContext,
  type Operation,
  type Outputs,
  type Stage,
} from './target/operation.js';
export { staticFile, type Output, type StaticFile } from './target/output.js';
export type { AnyRenderer, FileRenderer, Renderer } from './target/renderer.js';
export type { ConfigPath, Scope, ScopeInstance } from './target/scope.js';
export { defineTarget, type AnyTarget, type Target } from './target/target.js';
export { hasChanges, manifestName } from './disk/index.js';
export type { Change, Origin, Plan } from './disk/index.js';
export { clean, type CleanProjectOptions, type CleanResult } from './engine/clean.js';
export {
  generate,
  generateTree,
  type GeneratedTree,
  type GenerateOptions,
  type GenerateResult,
} from './engine/generate.js';
export { watch, type WatchOptions } from './engine/watch.js';
export type { Tree } from './render/index.js';
export type { ProjectOptions, Step } from './engine/project.js';
export { configSchemaJson, type SchemaOptions } from './engine/schema.js';
export { listTargets, type InstalledTarget } from './engine/targets.js';
export { validate, type ValidateResult } from './engine/validate.js';
export type { Plugin } from './discovery/index.js';

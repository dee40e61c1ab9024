export type {
  EvaluateOptions,
  EvaluationResult,
  ImportedFile,
  ImportKind,
  JsonValue,
  LocateOptions,
  ResolvedImport,
  Resolver,
} from './api.js';
export { codeFrame } from './code-frame.js';
export { JsonnetError } from './errors.js';
export type { ErrorKind, Limit, Problem, TraceEntry } from './errors.js';
export { DEFAULT_MAX_MEMORY, evaluate } from './evaluate.js';
export * from './syntax/index.js';
export type { Location } from './source.js';

import { extname, relative, sep } from 'node:path';

import {
  DEFAULT_MAX_MEMORY,
  evaluate,
  JsonnetError,
  type EvaluationResult,
  type Location,
} from '@rowhouse/jsonnet';

import { ConfigError } from '../errors/errors.js';
import { realFiles, type Files } from '../files/files.js';
import type { ConfigPath } from '../target/scope.js';
import { hashConfig } from './hash.js';
import { ImportFinder } from './imports.js';
import { evaluationIssues } from './evaluation-issues.js';
import { mayOutgrow, parseJson } from './json.js';
import { readConfig } from './read.js';

/** A config as its files say it, before the target's schema has seen it. */
export interface LoadedConfig {
  /** Absolute path of the config file. */
  readonly path: string;
  readonly value: unknown;
  /** Absolute paths of every file that was read, the config first. */
  readonly files: readonly string[];
  /** Absolute paths that were looked for and are absent. */
  readonly absent: readonly string[];
  /** Of the resolved config, whatever the order of its keys. */
  readonly hash: string;
  /**
   * Where a value was written, or its key; for a path that leads nowhere, the nearest value around it.
   * The file is as messages show it.
   */
  locate(path: ConfigPath, part: 'value' | 'key'): Location | undefined;
  /** The text of a file, by the name that `locate` gives it. */
  source(file: string): string | undefined;
}

/** How a config is loaded, and who wants to know what happens meanwhile. */
export interface LoadOptions {
  /** How many bytes the evaluation may take, approximately. Default: 1 GiB. */
  readonly maxMemory?: number | undefined;
  /** How many steps it may take. Default: more than any sensible config takes. */
  readonly maxSteps?: number | undefined;
  /** Receives what `std.trace` says. */
  readonly onTrace?: ((message: string) => void) | undefined;
  /** Receives the absolute path of each file that is looked for, found or not. */
  readonly onFile?: ((path: string) => void) | undefined;
  /** Where they are read from. Default: this machine. */
  readonly files?: Files | undefined;
}

/** More than any sensible config takes; an endless one fails within a minute. */
const mostSteps = 500_000_000;

/**
 * Loads a `.jsonnet` or `.json` config.
 *
 * @param path absolute path of the file.
 * @param displayRoot what paths in messages are relative to.
 * @throws ConfigError when the file, or one that it imports, is missing or does not evaluate.
 */
export function loadConfig(
  path: string,
  displayRoot: string,
  { onFile, files: from = realFiles, ...limits }: LoadOptions = {},
): LoadedConfig {
  const display = (file: string) => displayPath(file, displayRoot);
  onFile?.(path);
  const source = readConfig(path, display(path), from);
  const imports = new ImportFinder(onFile, from);
  const evaluated = lazy(() => evaluateConfig(source, path, imports, display, limits));
  const isJson = extname(path) === '.json';
  // The evaluator counts memory; `JSON.parse` takes what there is, and the process dies.
  if (isJson && mayOutgrow(source, limits.maxMemory ?? DEFAULT_MAX_MEMORY)) evaluated();
  const json = isJson ? parseJson(source, display(path)) : undefined;
  const { value: whole } = json ?? evaluated();
  const value = isJson ? withoutSchemaPath(whole) : whole;
  const files = [path, ...imports.found];
  const sources = new Map(files.map((file) => [display(file), file]));
  const hash = lazy(() => hashConfig(value));
  return {
    path,
    value,
    files,
    absent: imports.missing.map((missing) => missing.path),
    get hash() {
      return hash();
    },
    locate: (place, part) => locateNearest(evaluated(), place, part, display),
    source: (file) => evaluated().source(sources.get(file) ?? file),
  };
}

function evaluateConfig(
  source: string,
  path: string,
  imports: ImportFinder,
  display: (file: string) => string,
  { maxMemory, maxSteps = mostSteps, onTrace }: LoadOptions,
): EvaluationResult {
  try {
    return evaluate(source, {
      filename: path,
      resolve: imports.resolve,
      maxSteps,
      ...(maxMemory !== undefined && { maxMemory }),
      ...(onTrace && { trace: onTrace }),
    });
  } catch (error) {
    if (!(error instanceof JsonnetError)) throw error;
    throw new ConfigError(evaluationIssues(error, display, imports), { cause: error });
  }
}

/** The config without `$schema`, by which an editor finds its JSON Schema. */
function withoutSchemaPath(config: unknown): unknown {
  if (typeof config !== 'object' || config === null || !('$schema' in config)) return config;
  const { $schema, ...rest } = config;
  return typeof $schema === 'string' ? rest : config;
}

/** A value that is made when it is first asked for. */
function lazy<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

/** A path as messages show it: relative when it lies inside `root`. */
export function displayPath(path: string, root: string): string {
  const inside = relative(root, path);
  const displayed = inside === '' || inside.startsWith('..') ? path : inside;
  return sep === '\\' ? displayed.replaceAll('\\', '/') : displayed;
}

function locateNearest(
  result: EvaluationResult,
  path: ConfigPath,
  part: 'value' | 'key',
  display: (file: string) => string,
): Location | undefined {
  const found = result.locate(path, { part });
  if (found) return { ...found, file: display(found.file) };
  if (path.length === 0) return undefined;
  return locateNearest(result, path.slice(0, -1), 'value', display);
}

import { basename, extname, relative, sep } from 'node:path';

import { evaluate, JsonnetError, type EvaluationResult, type Location } from '@rowhouse/jsonnet';

import { ConfigError } from '../errors/errors.js';
import type { ConfigPath } from '../target/scope.js';
import { hashConfig } from './hash.js';
import { ImportFinder } from './imports.js';
import { parseJson } from './json-syntax.js';
import { plainJson } from './plain-json.js';
import { explainProblems } from './problems.js';
import { readText } from './read.js';
import { shareEqual } from './share-equal.js';

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

/** Who wants to know what happens while a config loads. */
export interface LoadListeners {
  /** Receives what `std.trace` says. */
  readonly onTrace?: ((message: string) => void) | undefined;
  /** Receives the absolute path of each file that is looked for, found or not. */
  readonly onFile?: ((path: string) => void) | undefined;
}

/** More than any sensible config takes; an endless one fails within a minute. */
const maxSteps = 500_000_000;

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
  { onTrace, onFile }: LoadListeners = {},
): LoadedConfig {
  const shown = (file: string) => shownPath(file, displayRoot);
  onFile?.(path);
  const text = readConfig(path, shown(path));
  const imports = new ImportFinder(onFile);
  const evaluated = once(() => evaluateConfig(text, path, imports, shown, onTrace));
  const json =
    extname(path) === '.json' ? plainJson(parseJson(text, shown(path)), text) : undefined;
  const { value } = json ?? evaluated();
  shareEqual(value);
  const files = [path, ...imports.found];
  const sources = new Map(files.map((file) => [shown(file), file]));
  const hash = once(() => hashConfig(value));
  return {
    path,
    value,
    files,
    absent: imports.missing.map((missing) => missing.path),
    get hash() {
      return hash();
    },
    locate: (place, part) => locateNearest(evaluated(), place, part, shown),
    source: (file) => evaluated().source(sources.get(file) ?? file),
  };
}

function evaluateConfig(
  text: string,
  path: string,
  imports: ImportFinder,
  shown: (file: string) => string,
  onTrace: LoadListeners['onTrace'],
): EvaluationResult {
  try {
    return evaluate(text, {
      filename: path,
      resolve: imports.resolve,
      maxSteps,
      share: true,
      ...(onTrace && { trace: onTrace }),
    });
  } catch (error) {
    if (!(error instanceof JsonnetError)) throw error;
    throw new ConfigError(explainProblems(error, shown, imports), { cause: error });
  }
}

/** A value that is made when it is first asked for. */
function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

/** A path as messages show it: relative when it lies inside `root`. */
export function shownPath(path: string, root: string): string {
  const inside = relative(root, path);
  const shown = inside === '' || inside.startsWith('..') ? path : inside;
  return sep === '\\' ? shown.replaceAll('\\', '/') : shown;
}

function readConfig(path: string, shown: string): string {
  const text = readText(path, shown);
  const extension = extname(path);
  if (extension !== '.jsonnet' && extension !== '.json') {
    const isYaml = extension === '.yaml' || extension === '.yml';
    const name = `${basename(path, extension)}.jsonnet`;
    const found = extension === '' ? 'no extension' : `the unsupported extension '${extension}'`;
    throw new ConfigError([
      {
        message: `${shown} has ${found}, expected .jsonnet or .json`,
        hint: isYaml
          ? `Keep the YAML and read it from ${name}: std.parseYaml(importstr '${basename(path)}')`
          : `Rename it to ${name}: Jsonnet includes JSON.`,
      },
    ]);
  }
  if (text.trim() === '') {
    const message = `${shown} is empty, expected an object`;
    const first = extension === '.json' ? '{ "version": "1" }' : "{ version: '1' }";
    throw new ConfigError([{ message, hint: `Begin with ${first}.` }]);
  }
  return text;
}

function locateNearest(
  result: EvaluationResult,
  path: ConfigPath,
  part: 'value' | 'key',
  shown: (file: string) => string,
): Location | undefined {
  const found = result.locate(path, { part });
  if (found) return { ...found, file: shown(found.file) };
  if (path.length === 0) return undefined;
  return locateNearest(result, path.slice(0, -1), 'value', shown);
}

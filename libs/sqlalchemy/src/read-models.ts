import type { ModelFacts, Problem } from './facts.js';
import type { ReaderOptions } from './reader.js';
import { ModelReader } from './reader.js';

export interface ReadOptions extends ReaderOptions {
  /** The modules that define models: `blog.models`. */
  readonly modules: readonly string[];
}

export interface ReadModels {
  readonly models: readonly ModelFacts[];
  /** Every file that was read, from the first root. */
  readonly files: readonly string[];
  readonly problems: readonly Problem[];
  /** The modules that were not found. */
  readonly missing: readonly string[];
}

/** Reads every model of some modules. */
export function readModels({ modules, ...options }: ReadOptions): ReadModels {
  const reader = new ModelReader(options);
  reader.load(modules);
  const read = modules.map((name) => [name, reader.module(name)] as const);
  return {
    models: read.flatMap(([, models]) => models ?? []),
    files: reader.files(),
    problems: reader.problems(),
    missing: read.filter(([, models]) => !models).map(([name]) => name),
  };
}

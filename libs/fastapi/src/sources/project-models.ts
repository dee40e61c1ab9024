import { relative, resolve, sep } from 'node:path';

import { CommandError, didYouMean, text, unquoted, type Surroundings } from '@rowhouse/core';
import {
  ModelReader,
  type ModelFacts,
  type Place,
  type Problem,
  type TableFacts,
} from '@rowhouse/sqlalchemy';

import { foldersAround } from '../models/folders.js';
import { modelFilesIn } from './python-files.js';

/** The models of a project: those in Python files in the folder of its config, or below it. */
export class ProjectModels {
  readonly #reader: ModelReader;
  readonly #modules: readonly string[];
  readonly #aside: readonly string[];

  constructor(private readonly surroundings: Surroundings) {
    const { directory, root } = surroundings;
    this.#reader = new ModelReader({ roots: foldersAround(directory, root) });
    const { files, aside } = modelFilesIn(directory);
    const modulesOf = (paths: readonly string[]) =>
      paths.flatMap((path) => moduleOf(relative(directory, path)) ?? []);
    this.#modules = modulesOf(files);
    this.#aside = modulesOf(aside);
    this.#reader.load(this.#modules);
  }

  /** All models, or those of a module and of what lies in it, in the order of their files. */
  all(from?: string): readonly ModelFacts[] {
    const named = from === undefined ? [] : [from];
    const modules = new Set([...named, ...this.#within(from)]);
    return [...modules].flatMap((module) => this.#reader.module(module) ?? []);
  }

  /** The tables without a model, in all modules or in one and what lies in it. */
  tables(from: string | undefined): readonly TableFacts[] {
    return this.#within(from).flatMap((module) => this.#reader.tables(module));
  }

  /**
   * The modules that models may be in: all, or a module and those in it.
   *
   * @throws CommandError when there are none.
   */
  modulesOf(from: string | undefined): readonly string[] {
    const modules = this.#within(from);
    if (modules.length === 0) this.found(from);
    return modules.length === 0 && from !== undefined ? [from] : modules;
  }

  #within(from: string | undefined): readonly string[] {
    const isMeant = (module: string) =>
      from === undefined || module === from || module.startsWith(`${from}.`);
    return this.#modules.filter(isMeant);
  }

  /** Where the Python of the virtual environment may be; undefined where there is none. */
  get pythons(): readonly string[] | undefined {
    return this.#reader.pythons;
  }

  /**
   * Those that a module has, or the one of a path.
   *
   * @throws CommandError when there are none.
   */
  found(from: string | undefined): readonly ModelFacts[] {
    const models = this.all(from);
    const own = from !== undefined && models.length === 0 ? this.model(from) : undefined;
    if (own) return [own];
    if (models.length > 0) return models;
    const where = unquoted(this.surroundings.display(this.surroundings.directory) || '.');
    const modules = this.#modules.filter((name) => this.all(name).length > 0);
    const others = didYouMean(from ?? '', modules) ?? text`Modules with models: ${modules}.`;
    throw new CommandError([
      from === undefined
        ? {
            code: 'no-models',
            message: text`no SQLAlchemy models in the Python files of ${where}`,
            fix: 'Run it in the folder of the models, or name their module.',
          }
        : {
            code: 'no-models',
            message: text`no model ${from}, and no module with models`,
            fix: modules.length > 0 ? others : text`There are none in ${where}.`,
          },
    ]);
  }

  /** The model of a path; a re-export will do. */
  model(path: string): ModelFacts | undefined {
    const found = this.#reader.model(path);
    return found.found ? found.facts : undefined;
  }

  /** A place as messages show it. */
  where({ file, line }: Place): string {
    return `${this.surroundings.display(resolve(this.surroundings.directory, file))}:${line}`;
  }

  /** Modules of tests and migrations that have models, which are not among all. */
  get leftOut(): readonly string[] {
    return this.#aside.filter((name) => (this.#reader.module(name) ?? []).length > 0);
  }

  /** What could not be read. */
  get problems(): readonly Problem[] {
    return this.#reader.problems();
  }
}

/** The name of the module in a file; undefined where Python could not import it. */
function moduleOf(file: string): string | undefined {
  const path = file.replace(/\.py$/, '').split(sep);
  const parts = path[0] === 'src' ? path.slice(1) : path;
  const names = parts.at(-1) === '__init__' ? parts.slice(0, -1) : parts;
  return names.length > 0 && names.every((name) => /^[A-Za-z_]\w*$/.test(name))
    ? names.join('.')
    : undefined;
}

import { existsSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';

import {
  didYouMean,
  text,
  unquoted,
  type ConfigPath,
  type Problem,
  type Surroundings,
} from '@rowhouse/core';
import { isUnknown, ModelReader, type ModelFacts, type Place } from '@rowhouse/sqlalchemy';

import { filesMatching } from './glob.js';

/** A model, and what its source says. */
export interface Model {
  /** The path by which the config names it. */
  readonly path: string;
  readonly facts: ModelFacts;
  /** The attributes whose values are the user's, by the resource's `access`. */
  readonly stamped?: ReadonlySet<string>;
}

/** Finds the models of a config, and remembers what it looked at. */
export class ModelSource {
  readonly #roots: readonly string[];
  readonly #reader: ModelReader;
  readonly #found = new Map<string, Model | undefined>();
  readonly #absent = new Set<string>();
  readonly #missing = new Map<string, string[]>();
  readonly #refused = new Set<string>();
  readonly #notes = new Set<string>();

  /**
   * @param models the paths of the models that the config names.
   * @param files where the config says that they are: paths from its folder, with wildcards.
   */
  constructor(
    readonly models: readonly string[],
    files: readonly string[],
    private readonly surroundings: Surroundings,
    private readonly report: (path: ConfigPath, problem: Problem) => void,
  ) {
    const { directory } = surroundings;
    const named = files.flatMap((pattern, index) => this.#filesOf(pattern, index, files.length));
    this.#roots = [
      ...new Set([...rootsOf(named, models), ...foldersAround(directory, surroundings.root)]),
    ];
    this.#reader = new ModelReader({ roots: this.#roots });
    this.#reader.load(named.flatMap((file) => moduleOf(file, this.#roots) ?? []));
  }

  /** The facts of a model; undefined where there are none, which is reported or noted. */
  find(path: string, at: ConfigPath): Model | undefined {
    if (!/^[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+$/.test(path)) return undefined;
    const known = this.#found.get(path);
    if (known || this.#found.has(path)) return known;
    const model = this.#read(path, at);
    this.#found.set(path, model);
    return model;
  }

  /** The model of a class name or a path, as `like` names it. */
  named(name: string): Model | undefined {
    const path = name.includes('.') ? name : this.models.find((each) => each.endsWith(`.${name}`));
    const found = path === undefined ? undefined : this.#reader.model(path);
    return found?.found ? { path: path!, facts: found.facts } : undefined;
  }

  /** The type that calling something by its path gives; undefined where its source does not tell. */
  returnType(path: string): string | undefined {
    const type = this.#reader.returnType(path);
    if (type !== undefined) return known(type);
    const module = path.slice(0, path.lastIndexOf('.'));
    for (const candidate of this.#candidates(module)) {
      if (!existsSync(candidate)) this.#absent.add(candidate);
    }
    return undefined;
  }

  /** Whether the class of a model has an attribute, mapped or not. */
  hasAttribute(model: Model, name: string): boolean {
    return this.#reader.hasAttribute(model.path, name);
  }

  /** A place as messages show it: `blog/models.py:58`. */
  where({ file, line }: Place): string {
    return `${this.surroundings.display(resolve(this.#roots[0]!, file))}:${line}`;
  }

  /** Tells the user, once, something that is no error. */
  note(line: string): void {
    this.#notes.add(line);
  }

  get files(): readonly string[] {
    return this.#reader.files().map((file) => resolve(this.#roots[0]!, file));
  }

  get absent(): readonly string[] {
    return [...this.#absent];
  }

  get notices(): readonly string[] {
    const missing = [...this.#missing].map(
      ([module, names]) =>
        `nothing was checked of ${listed(shortened(names))}: ${this.#absence(module)}; 'models: false' turns this off`,
    );
    return [...missing, ...this.#notes];
  }

  /** Why there is nothing known of a model; undefined where that is reported as a problem. */
  absence(path: string): string | undefined {
    const module = path.slice(0, path.lastIndexOf('.'));
    if (this.#missing.has(module)) return this.#absence(module);
    return this.#refused.has(path) ? undefined : 'the model was not read';
  }

  #absence(module: string): string {
    const looked = this.#candidates(module).filter((file) => !file.endsWith('__init__.py'));
    const shown = looked.map((file) => this.surroundings.display(file));
    return `no module ${module} (looked for ${listed(shown)}, and in the virtual environment)`;
  }

  #read(path: string, at: ConfigPath): Model | undefined {
    const found = this.#reader.model(path);
    if (found.found) return { path, facts: found.facts };
    const dot = path.lastIndexOf('.');
    const [module, name] = [path.slice(0, dot), path.slice(dot + 1)];
    const file = this.#fileOf(module);
    if (found.missing === 'module') {
      const names = this.#missing.get(module);
      if (names === undefined) this.#missing.set(module, [name]);
      else names.push(name);
      for (const candidate of this.#candidates(module)) this.#absent.add(candidate);
    } else if (found.missing === 'class') {
      this.#refused.add(path);
      const guess = didYouMean(name, found.models);
      this.report(at, {
        code: 'unknown-model',
        found: path,
        message: text`${unquoted(file)} has no class ${name}`,
        fix:
          guess ??
          (found.models.length > 0 ? text`Its models: ${found.models}.` : 'It has no models.'),
      });
    } else {
      const reason =
        found.missing === 'mapped' ? 'is no model as far as its source says' : 'cannot be read';
      this.note(`${name} of ${file} ${reason}, so that nothing of it was checked`);
    }
    return undefined;
  }

  #fileOf(module: string): string {
    const file = this.#candidates(module).find((each) => existsSync(each));
    return file === undefined ? module : this.surroundings.display(file);
  }

  /** The files that a module may be. */
  #candidates(module: string): readonly string[] {
    const parts = module.split('.');
    return this.#roots.flatMap((root) =>
      // As the reader looks: a folder `src` holds modules where there is one.
      [root, join(root, 'src')]
        .filter(existsSync)
        .map((folder) => join(folder, ...parts))
        .flatMap((path) => [`${path}.py`, join(path, '__init__.py')]),
    );
  }

  #filesOf(pattern: string, index: number, count: number): readonly string[] {
    const { directory, root } = this.surroundings;
    const path = count === 1 ? ['models'] : ['models', index];
    const from = resolve(directory, pattern);
    const inside =
      !relative(root, from).startsWith('..') || !relative(directory, from).startsWith('..');
    if (!inside) {
      this.report(path, {
        code: 'models-outside',
        found: pattern,
        message: 'it leads out of the workspace',
      });
      return [];
    }
    const files = filesMatching(directory, pattern);
    if (files.length > 0) return files;
    this.report(path, {
      code: 'no-models',
      found: pattern,
      message: 'there is no such file',
      fix: 'A path leads from the folder of the config.',
    });
    return [];
  }
}

/** The folders that modules are named from, where a file of models is the end of such a name. */
function rootsOf(files: readonly string[], models: readonly string[]): readonly string[] {
  const modules = new Set(models.map((model) => model.slice(0, model.lastIndexOf('.'))));
  return files.flatMap((file) =>
    [...modules].flatMap((module) => {
      const end = module.replaceAll('.', sep);
      const ends = [`${sep}${end}.py`, `${sep}${join(end, '__init__.py')}`];
      const match = ends.find((each) => file.endsWith(each));
      if (match === undefined) return [];
      const root = file.slice(0, -match.length);
      return [root === '' ? sep : root];
    }),
  );
}

/** The folder of the config, and those around it up to the workspace. */
function foldersAround(directory: string, root: string): readonly string[] {
  if (relative(root, directory).startsWith('..')) return [directory, root];
  const folders = [directory];
  while (folders.at(-1) !== root) folders.push(dirname(folders.at(-1)!));
  return folders;
}

/** The name of the module that a file is, from the first root that it is in. */
function moduleOf(file: string, roots: readonly string[]): string | undefined {
  const root = roots.find((each) => !relative(each, file).startsWith('..'));
  if (root === undefined || !file.endsWith('.py')) return undefined;
  const parts = relative(root, file)
    .replace(/(?:[\\/]__init__)?\.py$/, '')
    .split(sep);
  return parts.join('.');
}

/** `a`, `a and b`, `a, b and c`. */
export function listed(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

/** The first of many names, and how many more there are. */
function shortened(names: readonly string[]): readonly string[] {
  return names.length <= 5 ? names : [...names.slice(0, 3), `${names.length - 3} more`];
}

/** What is known of a fact; undefined where it is not. */
export function known<T>(fact: T): Exclude<T, { readonly unknown: string }> | undefined {
  return isUnknown(fact) ? undefined : (fact as Exclude<T, { readonly unknown: string }>);
}

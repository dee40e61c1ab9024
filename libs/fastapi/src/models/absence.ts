import { join } from 'node:path';

import { didYouMean, nearest, text, unquoted, type Surroundings, type Text } from '@rowhouse/core';
import type { NotFound } from '@rowhouse/sqlalchemy';

import { memberIn, moduleIn } from './dotted.js';
import { listed, shortened } from './listed.js';

/** What an error says of a model of which nothing is known. */
interface Why {
  readonly message: Text;
  readonly fix: Text;
}

/** That nothing is known of a model. */
export interface Absence {
  /** Looks around for what may be meant. */
  why(): Why;
  /** Whether there can be no such model: its module is there, and has no such class. */
  readonly isCertain: boolean;
  readonly missing: NotFound['missing'];
}

/** Explains why models are not found, and notes those that nobody needs. */
export class Absences {
  /** By module that is not there, the models and functions that it would have. */
  readonly #unchecked = new Map<string, Set<string>>();
  readonly #notes: string[] = [];

  constructor(
    private readonly roots: readonly string[],
    private readonly surroundings: Surroundings,
  ) {}

  of(path: string, notFound: NotFound): Absence {
    const { missing } = notFound;
    return { why: () => this.#why(path, notFound), isCertain: missing === 'class', missing };
  }

  #why(path: string, { missing, models, unclear }: NotFound): Why {
    const [module, name] = [moduleIn(path), memberIn(path)];
    const other = this.#notAFile(module);
    if (missing === 'module' && other !== undefined) {
      const message = text`${unquoted(other)} is not a file`;
      return { message, fix: 'Put a file of Python in its place.' };
    }
    if (missing === 'module') {
      const fix =
        this.#nearModule(path) ?? 'Correct it, or write the fields and their types in the config.';
      return { message: unquoted(`there is ${this.#noModule(module)}`), fix };
    }
    const file = unquoted(this.fileOf(module));
    if (missing === 'unclear') {
      const why = unclear ? `: ${unclear.unknown}` : '';
      const message = text`${file} may have a class ${name}, but it cannot be read${unquoted(why)}`;
      return { message, fix: 'Write the fields and their types in the config.' };
    }
    const known = models.length > 0 ? text`Its models: ${models}.` : 'It has no models.';
    const message =
      missing === 'class'
        ? text`${file} has no class ${name}`
        : text`${unquoted(name)} in ${file} is not recognized as a model`;
    return { message, fix: didYouMean(name, models) ?? known };
  }

  /** Notes that nothing of a model was compared with the config. */
  note(path: string, { missing }: Absence): void {
    const [module, name] = [moduleIn(path), memberIn(path)];
    if (missing === 'module') {
      this.noteModule(path);
      return;
    }
    const why =
      missing === 'mapped' ? 'is not a model as far as its source says' : 'cannot be read';
    this.#notes.push(`${name} of ${this.fileOf(module)} ${why}, so that nothing of it was checked`);
  }

  /** Notes that the module of a model or function is not there. */
  noteModule(path: string): void {
    const [module, name] = [moduleIn(path), memberIn(path)];
    this.#unchecked.set(module, (this.#unchecked.get(module) ?? new Set()).add(name));
  }

  get notices(): readonly string[] {
    const unchecked = [...this.#unchecked].map(
      ([module, names]) =>
        `nothing was checked of ${listed(shortened([...names]))}: ${this.#noModule(module)}; 'models: false' turns this off`,
    );
    return [...unchecked, ...this.#notes];
  }

  /** The file of a module, as messages show it. */
  fileOf(module: string): string {
    const file = this.candidates(module).find((each) => this.#isThere(each));
    return file === undefined ? module : this.surroundings.display(file);
  }

  /** The files that a module may be. */
  candidates(module: string): readonly string[] {
    const parts = module.split('.');
    return this.#folders
      .map((folder) => join(folder, ...parts))
      .flatMap((path) => [`${path}.py`, join(path, '__init__.py')]);
  }

  /** The folders that modules lie in: as the reader looks, a folder `src` where there is one. */
  get #folders(): readonly string[] {
    return this.roots
      .flatMap((root) => [root, join(root, 'src')])
      .filter((path) => this.#isThere(path));
  }

  #noModule(module: string): string {
    const looked = this.candidates(module).filter((file) => !file.endsWith('__init__.py'));
    const shown = looked.map((file) => this.surroundings.display(file));
    return `no module ${module} (looked for ${listed(shown)}, and in the virtual environment)`;
  }

  /** The path with the module that is most likely meant: one of its names is nearly that of another. */
  #nearModule(path: string): Text | undefined {
    const parts = path.split('.');
    for (const folder of this.#folders) {
      const depth = parts.findIndex((_, end) => !this.#isModule(folder, parts.slice(0, end + 1)));
      const near = nearest(parts[depth]!, this.#modulesIn(join(folder, ...parts.slice(0, depth))));
      const meant = near === undefined ? [] : parts.with(depth, near);
      if (this.#isModule(folder, meant.slice(0, -1))) return text`Did you mean ${meant.join('.')}?`;
    }
    return undefined;
  }

  #isModule(folder: string, names: readonly string[]): boolean {
    if (names.length === 0) return false;
    const path = join(folder, ...names);
    const { files } = this.surroundings;
    return files.kindOf(path) === 'folder' || files.kindOf(`${path}.py`) === 'file';
  }

  /** What lies in the place of a module's file: a pipe, a device, a folder. */
  #notAFile(module: string): string | undefined {
    const { files, display } = this.surroundings;
    const found = this.candidates(module).find(
      (file) => this.#isThere(file) && files.kindOf(file) !== 'file',
    );
    return found === undefined ? undefined : display(found);
  }

  /** The names of the modules and packages that lie in a folder. */
  #modulesIn(folder: string): readonly string[] {
    return this.surroundings.files
      .list(folder)
      .filter((entry) =>
        entry.isDirectory() ? !/^[._]/.test(entry.name) : /^[^_].*\.py$/.test(entry.name),
      )
      .map(({ name }) => name.replace(/\.py$/, ''))
      .sort();
  }

  #isThere(path: string): boolean {
    return this.surroundings.files.kindOf(path) !== undefined;
  }
}

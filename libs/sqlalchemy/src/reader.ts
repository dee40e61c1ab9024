import { join, resolve } from 'node:path';

import { attributesOf } from './classes/attributes.js';
import { isMapped } from './classes/mapped.js';
import { assignedBy } from './classes/setters.js';
import { evaluateAll } from './evaluate/evaluate.js';
import { ownMembers } from './evaluate/members.js';
import { classesOf } from './evaluate/mro.js';
import { lookupIn, moduleMember } from './evaluate/names.js';
import type { ClassValue, Value } from './evaluate/values.js';
import { unknownFact } from './evaluate/values.js';
import type {
  AssociationFacts,
  Known,
  ModelFacts,
  Place,
  Problem,
  TableFacts,
  Unknown,
} from './facts.js';
import type { Signature, UnknownSignature } from './functions.js';
import { attributeType, returnType, signature } from './functions.js';
import { associationFacts, isTable } from './mapping/association.js';
import { mapAll } from './mapping/mapping.js';
import { modelFacts } from './mapping/model-facts.js';
import { readNeighbours, tablesIn } from './mapping/registry.js';
import { tableFacts } from './mapping/table-options.js';
import type { Files } from './modules/files.js';
import { realFiles } from './modules/files.js';
import type { PythonModule } from './modules/modules.js';
import { Modules } from './modules/modules.js';
import { isOpaque } from './modules/opaque.js';
import { findSearchPath } from './modules/search-path.js';
import { typedDictOfTyping } from './typed-dicts.js';

export interface ReaderOptions {
  /** Folders that modules lie in, beside or below: the config's first, then the workspace's. */
  readonly roots: readonly string[];
  /**
   * The virtual environment whose packages are read, too: its folder or its Python. By default
   * `.venv` in a root or above the first one, else `VIRTUAL_ENV`; false for none.
   */
  readonly environment?: string | false;
  /** Where modules are read from. Default: this machine. */
  readonly files?: Files;
}

/** Why there are no facts of a model. */
export interface NotFound {
  readonly found: false;
  /**
   * `module`: no such file. `class`: the file has no such class. `unclear`: it may have one, in a way
   * that cannot be read. `mapped`: the class is no model, as far as its source says.
   */
  readonly missing: 'module' | 'class' | 'unclear' | 'mapped';
  /** The models that the module has. */
  readonly models: readonly string[];
  /** Why the class cannot be read, where that is known. */
  readonly unclear?: Unknown;
}

export interface Found {
  readonly found: true;
  readonly facts: ModelFacts;
}

/** Answers questions about the models of a project. Each file is read once. */
export class ModelReader {
  private readonly modules: Modules;
  private readonly known = new Map<ClassValue, ModelFacts>();

  constructor(options: ReaderOptions) {
    evaluateAll();
    mapAll();
    const roots = options.roots.map((root) => resolve(root));
    const { environment, files = realFiles } = options;
    const searchPath = findSearchPath(roots, environment, files);
    this.modules = new Modules(roots[0] ?? process.cwd(), searchPath, files);
  }

  /** The facts of one model by its path, `blog.models.Article`; a re-export will do. */
  model(path: string): Found | NotFound {
    const [module, name] = this.#split(path);
    if (!module) return { found: false, missing: 'module', models: [] };
    const value = moduleMember(module, name);
    if (value?.kind === 'class' && isMapped(value))
      return { found: true, facts: this.facts(value) };
    const models = modelsIn(module).map(({ name }) => name);
    if (value?.kind === 'class') return { found: false, missing: 'mapped', models };
    if (value?.kind === 'unknown')
      return { found: false, missing: 'unclear', models, unclear: unknownFact(value) };
    const isUnclear = value !== undefined || !hasEveryName(module);
    return { found: false, missing: isUnclear ? 'unclear' : 'class', models };
  }

  /** Whether the class of a model has an attribute of any kind, mapped or not. */
  hasAttribute(path: string, name: string): boolean {
    const value = this.#member(path);
    return value?.kind === 'class' && classesOf(value).some((cls) => ownMembers(cls).has(name));
  }

  /** The attributes that get a value when one is assigned that has a setter, as a hybrid may; none where it has none. */
  assignedBy(path: string, name: string): readonly string[] {
    const value = this.#member(path);
    return value?.kind === 'class' ? [...assignedBy(value, name)] : [];
  }

  /** The names of what an instance of a class has, by its path; undefined where they cannot all be read. */
  attributes(path: string): readonly string[] | undefined {
    const value = this.#member(path);
    return value?.kind === 'class' ? attributesOf(value) : undefined;
  }

  /** The type of what instances of a class have by a name, as annotated; undefined where that cannot be read. */
  attributeType(path: string, name: string): string | undefined {
    const value = this.#member(path);
    return value?.kind === 'class' ? attributeType(value, name) : undefined;
  }

  /** The place of a TypedDict of `typing` that a type by its path is, or is made of. */
  typedDictOfTyping(path: string): Place | undefined {
    const value = this.#member(path);
    const found = value && typedDictOfTyping(value);
    return found && found.origin.source.place(found.origin.offset);
  }

  /** The version of the virtual environment's Python, `[3, 12]`; undefined where there is none. */
  get pythonVersion(): readonly number[] | undefined {
    return this.modules.searchPath.installed.pythonVersion;
  }

  /** Where the Python of the virtual environment may be; undefined where there is none. */
  get pythons(): readonly string[] | undefined {
    const { environment } = this.modules.searchPath;
    return environment === undefined
      ? undefined
      : [join(environment, 'bin', 'python'), join(environment, 'Scripts', 'python.exe')];
  }

  /** Whether there is a module of this name. */
  hasModule(name: string): boolean {
    return this.modules.load(name) !== undefined;
  }

  /** Whether a module has a member by its path; undefined where that cannot be read. */
  hasMember(path: string): boolean | undefined {
    const [module, name] = this.#split(path);
    if (!module) return undefined;
    if (moduleMember(module, name) !== undefined) return true;
    const isBound = module.scope.bindings?.names.has(name) ?? false;
    return isBound || !hasEveryName(module) ? undefined : false;
  }

  /** The names of the functions that a module defines itself, in order; those for all to use. */
  functions(name: string): string[] {
    const names = this.modules.load(name)?.scope.bindings?.names ?? new Map<string, never[]>();
    return [...names]
      .filter(
        ([each, bindings]) =>
          !each.startsWith('_') && bindings.some(({ kind }) => kind === 'function'),
      )
      .map(([each]) => each);
  }

  /**
   * The type that calling something gives by its path, `shop.auth.current_user`: its return annotation,
   * each name by its whole path. Undefined when there is no such thing.
   */
  returnType(path: string): Known<string> | undefined {
    const [module, name] = this.#split(path);
    return module && returnType(module, name);
  }

  /** What a function takes, by its path. Undefined when there is no such thing. */
  signature(path: string): Signature | UnknownSignature | undefined {
    const [module, name] = this.#split(path);
    return module && signature(module, name);
  }

  /** The facts of every model that a module defines, in order; undefined when there is no such file. */
  module(name: string): readonly ModelFacts[] | undefined {
    const module = this.modules.load(name);
    return module && modelsIn(module).map((cls) => this.facts(cls));
  }

  /** The tables that a module makes without a class: `Table('article_tags', Base.metadata, …)`. */
  tables(name: string): readonly TableFacts[] {
    const module = this.modules.load(name);
    return module ? tablesIn(module).map((table) => tableFacts(table, module.all)) : [];
  }

  /** The facts of a table between two models, by the path of its variable; undefined for anything else. */
  association(path: string): AssociationFacts | undefined {
    const [module] = this.#split(path);
    const value = this.#member(path);
    return module && isTable(value) ? associationFacts(value, path, module) : undefined;
  }

  /** Reads modules without asking for models, so that what they add to others is known. */
  load(names: readonly string[]): void {
    for (const name of names) this.modules.load(name);
  }

  /** Reads modules, what they import, and what lies beside them: all that is likely to add something to their models. */
  loadNeighbours(names: readonly string[]): void {
    for (const name of names) {
      const module = this.modules.load(name);
      if (module) readNeighbours(module);
    }
  }

  /** The files that were read so far, in order. */
  files(): string[] {
    return this.modules.read.map(({ source }) => source.file);
  }

  /** Absolute paths of the files of the virtual environment that decided how a module is read, such as its version of Python. */
  environmentFiles(): string[] {
    return [...this.modules.searchPath.installed.consulted];
  }

  /**
   * Where the modules that were not found would lie once they are installed, and what tells where others lie: absolute
   * paths, `*` for any name. Nothing where every module was found outside of the virtual environment.
   */
  installable(): string[] {
    const { missed, readsInstalled, searchPath } = this.modules;
    if (missed.size === 0 && !readsInstalled) return [];
    if (searchPath.environment === undefined)
      return searchPath.environments.map((folder) => join(folder, 'pyvenv.cfg'));
    const paths = [...missed].map((name) => join(...name.split('.')));
    return searchPath.packages.flatMap((folder) => [
      join(folder, '*.pth'),
      ...paths.flatMap((path) => [join(folder, `${path}.py`), join(folder, path, '__init__.py')]),
    ]);
  }

  /** The folders of which every module was read, since any may have what was looked for. */
  folders(): string[] {
    return [...this.modules.listed];
  }

  /** What could not be read of them. */
  problems(): Problem[] {
    return this.modules.read.flatMap(({ source, syntaxError }) => {
      const found: Problem[] = [];
      if (source.problem !== undefined)
        found.push({ message: source.problem, at: source.place(0) });
      if (syntaxError !== undefined) {
        found.push({ message: syntaxError.message, at: source.place(syntaxError.offset) });
      }
      return found;
    });
  }

  /** The module of a path, undefined where there is none, and the name that it has there. */
  #split(path: string): readonly [module: PythonModule | undefined, name: string] {
    const at = path.lastIndexOf('.');
    return [at < 0 ? undefined : this.modules.load(path.slice(0, at)), path.slice(at + 1)];
  }

  #member(path: string): Value | undefined {
    const [module, name] = this.#split(path);
    return module && moduleMember(module, name);
  }

  private facts(cls: ClassValue): ModelFacts {
    const known = this.known.get(cls);
    if (known) return known;
    this.modules.steps = 0;
    const facts = modelFacts(cls);
    this.known.set(cls, facts);
    return facts;
  }
}

/** Whether every name that a module has can be read from its source. */
function hasEveryName(module: PythonModule): boolean {
  const { stars = [], names } = module.scope.bindings ?? {};
  if (module.syntaxError !== undefined || names?.has('__getattr__')) return false;
  return stars.every((star) => {
    const path = module.absolute(star.module);
    return path !== undefined && (isOpaque(path) || module.all.load(path) !== undefined);
  });
}

/** The mapped classes that a module defines itself. */
function modelsIn(module: PythonModule): ClassValue[] {
  const found = new Set<ClassValue>();
  for (const [name, bindings] of module.scope.bindings?.names ?? []) {
    if (!bindings.some(({ kind }) => kind === 'class')) continue;
    const value = lookupIn(module.scope, name);
    if (value?.kind === 'class' && value.module === module && isMapped(value)) found.add(value);
  }
  return [...found];
}

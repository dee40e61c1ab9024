import { join, relative, resolve, sep } from 'node:path';

import type { Source } from '../python/source.js';
import { decode } from '../python/source.js';
import type { SyntaxNode, SyntaxProblem } from '../python/syntax.js';
import { children, parse } from '../python/syntax.js';
import type { Bindings } from './bindings.js';
import { collectBindings } from './bindings.js';
import type { Files } from './files.js';
import { isOpaque } from './opaque.js';
import type { SearchPath } from './search-path.js';

/** Larger files are no models; parsing them would only take time. */
const MAX_BYTES = 8 << 20;

/** Where the names of a module are looked up. */
interface ModuleScope {
  readonly kind: 'module';
  readonly module: PythonModule;
  readonly source: Source;
  readonly parent: undefined;
  readonly bindings: Bindings;
  readonly locals: undefined;
  readonly owner: undefined;
}

/** A parsed module. */
export class PythonModule {
  readonly tree: SyntaxNode;
  readonly scope: ModuleScope;
  /** Where the file stops being Python, or undefined. */
  readonly syntaxError: SyntaxProblem | undefined;

  constructor(
    readonly name: string,
    readonly isPackage: boolean,
    readonly source: Source,
    /** The modules that it is one of. */
    readonly all: Modules,
  ) {
    const { tree, error } = parse(source.text);
    this.tree = tree.topNode;
    this.syntaxError = error;
    this.scope = {
      kind: 'module',
      module: this,
      source,
      parent: undefined,
      bindings: collectBindings(children(this.tree), source.text),
      locals: undefined,
      owner: undefined,
    };
  }

  /** The full name of a module that an import in this one names; undefined when it leads nowhere. */
  absolute(name: string): string | undefined {
    const dots = /^\.*/.exec(name)![0].length;
    if (dots === 0) return name;
    const parts = this.name.split('.');
    const up = dots - (this.isPackage ? 1 : 0);
    if (up > parts.length) return undefined;
    return [...parts.slice(0, parts.length - up), name.slice(dots)].filter(Boolean).join('.');
  }
}

/** Finds and reads modules, each once. */
export class Modules {
  private readonly loaded = new Map<string, PythonModule | undefined>();
  /** Every module that was read, in order. */
  readonly read: PythonModule[] = [];
  /** The names of modules whose source was looked for, and is not there. */
  readonly missed = new Set<string>();
  /** Every folder whose modules were listed. */
  readonly listed = new Set<string>();
  /** The steps that evaluation took for the model at hand. */
  steps = 0;
  /** How deep expressions and calls are inside each other right now. */
  depth = 0;

  constructor(
    private readonly base: string,
    readonly searchPath: SearchPath,
    private readonly files: Files,
  ) {}

  /** Whether a module was read from the virtual environment, or from where it leads. */
  get readsInstalled(): boolean {
    const { packages } = this.searchPath;
    const isIn = (folder: string, file: string) =>
      relative(folder, resolve(this.base, file)).split(sep)[0] !== '..';
    return this.read.some(({ source }) => packages.some((folder) => isIn(folder, source.file)));
  }

  /** Reads a module by its name; undefined when there is no source of it. */
  load(name: string): PythonModule | undefined {
    if (this.loaded.has(name)) return this.loaded.get(name);
    const path = isOpaque(name) ? undefined : this.find(name);
    if (path === undefined && !isOpaque(name)) this.missed.add(name);
    const module = path === undefined ? undefined : this.parse(name, path);
    this.loaded.set(name, module);
    if (module) this.read.push(module);
    return module;
  }

  /** Whether there is a module of a name without dots, whether or not it can be read. */
  has(name: string): boolean {
    if (isOpaque(name) || this.find(name) !== undefined) return true;
    this.missed.add(name);
    const { folders, packages } = this.searchPath;
    if (folders.some((folder) => this.files.kindOf(join(folder, name)) === 'folder')) return true;
    const isCompiled = (file: string) => file.startsWith(`${name}.`) && /\.(?:so|pyd)$/.test(file);
    return packages.some((folder) =>
      this.files.list(folder).some((entry) => isCompiled(entry.name)),
    );
  }

  /** The modules that lie in a package. */
  siblings(name: string): string[] {
    const found = new Set<string>();
    for (const folder of this.searchPath.folders) {
      const path = join(folder, ...name.split('.'));
      if (this.files.kindOf(path) !== 'folder') continue;
      this.listed.add(path);
      const names = this.files.list(path).map(({ name: file }) => file);
      for (const file of names.sort()) {
        if (file.endsWith('.py') && file !== '__init__.py')
          found.add(`${name}.${file.slice(0, -3)}`);
      }
    }
    return [...found];
  }

  /** The path of a file as facts have it: from the first root, with slashes. */
  shown(path: string): string {
    return relative(this.base, path).split(sep).join('/');
  }

  /** Where a module's file lies, without reading it. */
  find(name: string): string | undefined {
    if (!/^[\p{ID_Continue}]+(?:\.[\p{ID_Continue}]+)*$/u.test(name)) {
      return undefined;
    }
    const parts = name.split('.');
    for (const folder of this.searchPath.folders) {
      const path = join(folder, ...parts);
      // A package without `__init__.py` may go on in another folder, so look further.
      for (const file of [join(path, '__init__.py'), `${path}.py`])
        if (this.files.kindOf(file) === 'file') return file;
    }
    return undefined;
  }

  private parse(name: string, path: string): PythonModule | undefined {
    const bytes = this.files.read(path);
    if (bytes.length > MAX_BYTES) return undefined;
    const isPackage = path.endsWith(`${sep}__init__.py`);
    const source = decode(this.shown(path), bytes, this.searchPath.installed);
    return new PythonModule(name, isPackage, source, this);
  }
}

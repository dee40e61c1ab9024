import type { Binding } from './import-lines.js';
import { isBuiltin, isKeyword, rootOf } from './keywords.js';
import type { Names } from './names.js';
import { readReference, type PythonSymbol } from './symbols.js';

/** What names have to be given to, and what they must not clash with. */
export interface Naming {
  /** The module that the names are for. */
  readonly module: string;
  /** What the templates import, under names that stay unless the module defines them. */
  readonly imports: readonly Binding[];
  /** The references of the text, in its order. */
  readonly references: Iterable<string>;
  /** The text's own names, which stay. Those that are given are added. */
  readonly text: Names;
}

export interface Named {
  /** By reference: the text to put in its place. */
  readonly names: ReadonlyMap<string, string>;
  /** Other names for what the templates import, where the module defines theirs. */
  readonly renames: ReadonlyMap<string, string>;
  /** What has to be imported. */
  readonly bindings: Iterable<Binding>;
  /** The top-level packages of the project that are imported from. */
  readonly roots: ReadonlySet<string>;
}

/**
 * Gives each reference its name. What the templates write themselves, and what the module defines,
 * keeps its name; all else dodges it, and each other.
 */
export function nameReferences({ module, imports, references, text }: Naming): Named {
  const names = new Map<string, string>();
  const roots = new Set([rootOf(module)]);
  const imported: PythonSymbol[] = [];
  const locals: PythonSymbol[] = [];
  // These come after all that could hide one.
  const builtins: PythonSymbol[] = [];
  for (const reference of references) {
    const symbol = readReference(reference);
    if (symbol.module === module) names.set(reference, symbol.name ?? '');
    else if (symbol.module === undefined) locals.push(symbol);
    else if (symbol.module === 'builtins') builtins.push(symbol);
    else imported.push(symbol);
    if (symbol.firstParty) roots.add(rootOf(symbol.module ?? ''));
  }
  const scope = new Scope(text, imports, new Set(names.values()));
  for (const symbols of [imported, locals, builtins]) {
    for (const symbol of symbols) names.set(String(symbol), scope.nameOf(symbol));
  }
  return { names, renames: scope.renames, bindings: scope.bindings(), roots };
}

class Scope {
  /** By the name that they bind, or, of `import a.b`, by their module. */
  readonly #imports = new Map<string, Binding>();
  /** What `import a` and `import a.b` bind. */
  readonly #packages = new Set<string>();
  /** By `module:member`: what is imported under another name. */
  readonly #renamed = new Map<string, Binding>();
  /** What the module defines or binds, as opposed to what it only reads. */
  readonly #bound: Set<string>;
  readonly #taken: Set<string>;

  /** Other names for what the templates import. */
  readonly renames = new Map<string, string>();

  constructor(text: Names, imports: readonly Binding[], defined: ReadonlySet<string>) {
    const used = imports.filter(
      ({ module, member, local, renamed }) =>
        text.mentioned.has(local) || module === '__future__' || (renamed && local === member),
    );
    for (const { module, local } of used) {
      if (text.bound.has(local)) {
        throw new Error(
          `A template imports ${local} from ${module}, and writes that name itself: insert one of them as a symbol.`,
        );
      }
    }
    this.#bound = text.bound;
    this.#taken = text.mentioned;
    for (const name of defined) {
      this.#bound.add(name);
      this.#taken.add(name);
    }
    for (const binding of used) {
      this.#add(defined.has(binding.local) ? this.#rename(binding) : binding);
    }
  }

  /** Another name for what a template imports, since the module defines the one that it writes. */
  #rename(binding: Binding): Binding {
    const { local } = binding;
    if (binding.member === undefined && binding.module !== local && !binding.renamed) {
      throw new Error(
        `The module defines ${local}, which a template imports: insert ${binding.module}.`,
      );
    }
    const name = this.renames.get(local) ?? freeName(local, '', (each) => this.#taken.has(each));
    this.renames.set(local, name);
    return { ...binding, local: name, renamed: true };
  }

  bindings(): Iterable<Binding> {
    return this.#imports.values();
  }

  nameOf({ module, name, alias }: PythonSymbol): string {
    if (module === undefined) return this.#localName(name ?? '');
    if (module === 'builtins' && name !== undefined) {
      return this.#bound.has(name) ? `${this.#importModule(module)}.${name}` : name;
    }
    return name === undefined ? this.#importModule(module) : this.#import(module, name, alias);
  }

  #localName(name: string): string {
    const local = freeName(name, '', (each) => this.#taken.has(each) || isBuiltin(each));
    this.#bound.add(local);
    this.#taken.add(local);
    return local;
  }

  #import(module: string, member: string, alias: string): string {
    const there = this.#imports.get(member);
    if (there?.module === module && there.member === member) return member;
    const renamed = this.#renamed.get(`${module}:${member}`);
    if (renamed !== undefined) return renamed.local;
    const local = freeName(member, alias, (each) => this.#taken.has(each) || isBuiltin(each));
    this.#add({ module, member, local, renamed: local !== member });
    return local;
  }

  #importModule(module: string): string {
    const there = this.#renamed.get(`${module}:`) ?? this.#imports.get(module);
    if (there?.module === module && there.member === undefined) {
      return there.renamed ? there.local : module;
    }
    const root = rootOf(module);
    if (!this.#taken.has(root) || this.#packages.has(root)) {
      this.#add({ module, member: undefined, local: root, renamed: false });
      return module;
    }
    const last = module.slice(module.lastIndexOf('.') + 1);
    const local = freeName(`${last}_`, '', (each) => this.#taken.has(each));
    this.#add({ module, member: undefined, local, renamed: true });
    return local;
  }

  #add(binding: Binding): void {
    const { module, member, local, renamed } = binding;
    const isPlainModule = member === undefined && !renamed;
    const key = isPlainModule ? module : local;
    const there = this.#imports.get(key);
    if (there !== undefined && (there.module !== module || there.member !== member)) {
      throw new Error(
        `Templates import two things as ${local}: from ${there.module} and from ${module}.`,
      );
    }
    this.#imports.set(key, binding);
    if (isPlainModule) this.#packages.add(local);
    if (renamed) this.#renamed.set(`${module}:${member ?? ''}`, binding);
    this.#bound.add(local);
    this.#taken.add(local);
  }
}

/** `name`, else its alias, else with an underscore or a number behind it. */
function freeName(name: string, alias: string, isTaken: (name: string) => boolean): string {
  const isFree = (each: string) => !isTaken(each) && !isKeyword(each);
  if (isFree(name)) return name;
  const second = alias === '' ? `${name}_` : alias;
  if (isFree(second)) return second;
  for (let count = 2; ; count++) {
    const numbered = `${second}${count}`;
    if (isFree(numbered)) return numbered;
  }
}

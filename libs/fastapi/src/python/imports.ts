import { isStandardLibrary } from './keywords.js';
import { lineLength } from './layout.js';
import { compareOrdered, memberOrder, moduleOrder, type Ordered } from './natural-order.js';
import type { PythonSymbol } from './symbols.js';

/** One bound name: `import module as local` without a member, else `from module import member as local`. */
interface Binding {
  readonly module: string;
  readonly member: string | undefined;
  readonly local: string;
  readonly own: boolean;
}

/**
 * The imports of one Python file: gives each symbol the name that it has there, and writes the import
 * block as isort's rules sort it. The one place where a clash of names is settled: what would hide,
 * or be hidden, is imported under a private name.
 */
export class Imports {
  readonly #taken: Set<string>;
  readonly #bindings: Binding[] = [];
  /** By module, then by member. */
  readonly #bound = new Map<string, Map<string | undefined, Binding>>();

  /**
   * @param module the file's own dotted module: its members need no import.
   * @param taken names that the file defines, and names of class members that would hide an import.
   */
  constructor(
    private readonly module: string,
    taken: Iterable<string> = [],
  ) {
    this.#taken = new Set(taken);
  }

  /** What to call a symbol in this file; imports it when it is new. */
  use(symbol: PythonSymbol): string {
    switch (symbol.symbol) {
      case 'builtin':
        if (!this.#taken.has(symbol.name)) return symbol.name;
        return `${this.#bind(symbol)}.${symbol.name}`;
      case 'attribute':
        return `${this.#bind(symbol)}.${symbol.name}`;
      case 'member':
        return symbol.module === this.module ? symbol.name : this.#bind(symbol, symbol.name);
    }
  }

  /** The import block, sorted and laid out; empty when nothing is imported. */
  text(): string {
    const groups: Binding[][] = [[], [], []];
    for (const binding of this.#bindings) groups[section(binding)]!.push(binding);
    const [standard, others, own] = groups as [Binding[], Binding[], Binding[]];
    return [foreignText(standard), foreignText(others), sectionText(own)]
      .filter((text) => text !== '')
      .join('\n\n');
  }

  #bind({ module, own, local: preferred }: PythonSymbol, member?: string): string {
    let members = this.#bound.get(module);
    if (members === undefined) this.#bound.set(module, (members = new Map()));
    const bound = members.get(member);
    if (bound !== undefined) return bound.local;
    const local = this.#freeName(preferred ?? member ?? module);
    const binding = { module, member, local, own };
    this.#taken.add(local);
    members.set(member, binding);
    this.#bindings.push(binding);
    return local;
  }

  #freeName(wanted: string): string {
    if (!this.#taken.has(wanted)) return wanted;
    let name = `_${wanted}`;
    for (let count = 2; this.#taken.has(name); count++) name = `_${wanted}_${count}`;
    return name;
  }
}

/** Standard library, third party, the project's own. */
function section({ module, own }: Binding): 0 | 1 | 2 {
  if (isStandardLibrary(module)) return 0;
  return own ? 2 : 1;
}

const foreignTexts = new Map<string, string>();

/** What is not of the project: a file imports the same as another of its kind, in the same order. */
function foreignText(bindings: readonly Binding[]): string {
  let key = '';
  for (const { module, member = '', local } of bindings) key += `${module} ${member} ${local}\n`;
  let text = foreignTexts.get(key);
  if (text === undefined) foreignTexts.set(key, (text = sectionText(bindings)));
  return text;
}

function sectionText(bindings: readonly Binding[]): string {
  const modules: ModuleImport[] = [];
  for (const { module, member, local } of bindings) {
    if (member === undefined) modules.push({ order: moduleOrder(module), local });
  }
  modules.sort((left, right) => compareOrdered(left.order, right.order));
  const lines = modules.map(({ order: { name }, local }) =>
    name === local ? `import ${name}` : `import ${name} as ${local}`,
  );
  for (const statement of memberStatements(bindings)) lines.push(fromImport(statement));
  return lines.join('\n');
}

interface ModuleImport {
  readonly order: Ordered;
  readonly local: string;
}

interface MemberImport {
  readonly module: Ordered;
  readonly members: Ordered[];
  /** ` as _name`, or nothing. */
  readonly alias: string;
}

/** Members under their own names share a statement; a renamed one has its own. */
function memberStatements(bindings: readonly Binding[]): MemberImport[] {
  const statements: MemberImport[] = [];
  const shared = new Map<string, MemberImport>();
  for (const { module, member, local } of bindings) {
    if (member === undefined) continue;
    const plain = member === local;
    const there = plain ? shared.get(module) : undefined;
    if (there !== undefined) {
      there.members.push(memberOrder(member));
      continue;
    }
    const alias = plain ? '' : ` as ${local}`;
    const made = { module: moduleOrder(module), members: [memberOrder(member)], alias };
    statements.push(made);
    if (plain) shared.set(module, made);
  }
  for (const { members } of statements) members.sort(compareOrdered);
  return statements.sort(
    (left, right) =>
      compareOrdered(left.module, right.module) ||
      compareOrdered(left.members[0]!, right.members[0]!) ||
      left.alias.length - right.alias.length,
  );
}

function fromImport({ module: { name: module }, members, alias }: MemberImport): string {
  const names = members.map(({ name }) => name);
  const flat = `from ${module} import ${names.join(', ')}${alias}`;
  if (flat.length <= lineLength) return flat;
  const head = `from ${module} import (`;
  const lines = names.map((name) => `    ${name}${alias},\n`).join('');
  return `${head}${head.length > lineLength ? '  # noqa: E501' : ''}\n${lines})`;
}

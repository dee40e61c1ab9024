import { isStandardLibrary } from './keywords.js';
import { lineLength } from './layout.js';
import { compareOrdered, memberOrder, moduleOrder, type Ordered } from './natural-order.js';
import type { PythonSymbol } from './symbols.js';

/** One bound name: `import module as local` without a member, else `from module import member as local`. */
interface Binding {
  readonly module: string;
  readonly member: string | undefined;
  readonly local: string;
}

/**
 * The imports of one Python file: gives each symbol the name that it has there, and writes the import
 * block as isort's rules sort it. The one place where a clash of names is settled: what would hide,
 * or be hidden, is imported under a private name.
 */
export class Imports {
  readonly #standard = new Section();
  readonly #others = new Section();
  readonly #own = new Section();
  /** By module, then by member. */
  readonly #bound = new Map<string, Map<string | undefined, Binding>>();

  /**
   * @param module the file's own dotted module: its members need no import.
   * @param taken names that the file defines, and names of class members that would hide an import.
   *   What is imported joins them.
   */
  constructor(
    private readonly module: string,
    private readonly taken: Set<string>,
  ) {}

  /** What to call a symbol in this file; imports it when it is new. */
  use(symbol: PythonSymbol): string {
    switch (symbol.symbol) {
      case 'builtin':
        if (!this.taken.has(symbol.name)) return symbol.name;
        return `${this.#bind(symbol)}.${symbol.name}`;
      case 'attribute':
        return `${this.#bind(symbol)}.${symbol.name}`;
      case 'member':
        return symbol.module === this.module ? symbol.name : this.#bind(symbol, symbol.name);
    }
  }

  /** The import block, sorted and laid out; empty when nothing is imported. */
  text(): string {
    return [foreignText(this.#standard), foreignText(this.#others), sectionText(this.#own)]
      .filter((text) => text !== '')
      .join('\n\n');
  }

  #bind({ module, own, local: preferred }: PythonSymbol, member?: string): string {
    let members = this.#bound.get(module);
    if (members === undefined) this.#bound.set(module, (members = new Map()));
    const bound = members.get(member);
    if (bound !== undefined) return bound.local;
    const local = this.#freeName(preferred ?? member ?? module);
    const binding = { module, member, local };
    this.taken.add(local);
    members.set(member, binding);
    const section = isStandardLibrary(module) ? this.#standard : own ? this.#own : this.#others;
    section.add(binding);
    return local;
  }

  #freeName(wanted: string): string {
    if (!this.taken.has(wanted)) return wanted;
    let name = `_${wanted}`;
    for (let count = 2; this.taken.has(name); count++) name = `_${wanted}_${count}`;
    return name;
  }
}

/** A part of the import block: the standard library, third parties, the project's own. */
class Section {
  readonly bindings: Binding[] = [];
  /** What is bound, in the order of use. */
  key = '';

  add(binding: Binding): void {
    const { module, member = '', local } = binding;
    this.bindings.push(binding);
    this.key += `${module} ${member} ${local}\n`;
  }
}

const foreignTexts = new Map<string, string>();

/** What is not of the project: a file imports the same as another of its kind, in the same order. */
function foreignText(section: Section): string {
  let text = foreignTexts.get(section.key);
  if (text === undefined) foreignTexts.set(section.key, (text = sectionText(section)));
  return text;
}

function sectionText({ bindings }: Section): string {
  const modules: ModuleImport[] = [];
  bindings.forEach(({ module, member, local }) => {
    if (member === undefined) modules.push({ order: moduleOrder(module), local });
  });
  if (modules.length > 1) modules.sort((left, right) => compareOrdered(left.order, right.order));
  const lines = modules.map(({ order: { name }, local }) =>
    name === local ? `import ${name}` : `import ${name} as ${local}`,
  );
  return [...lines, ...memberStatements(bindings).map(fromImport)].join('\n');
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
  bindings.forEach(({ module, member, local }) => {
    if (member === undefined) return;
    const plain = member === local;
    const there = plain ? shared.get(module) : undefined;
    if (there !== undefined) {
      there.members.push(memberOrder(member));
      return;
    }
    const alias = plain ? '' : ` as ${local}`;
    const made = { module: moduleOrder(module), members: [memberOrder(member)], alias };
    statements.push(made);
    if (plain) shared.set(module, made);
  });
  statements.forEach(({ members }) => {
    if (members.length > 1) members.sort(compareOrdered);
  });
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

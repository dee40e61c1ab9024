import type { Binding } from './import-lines.js';
import { isStandardLibrary, rootOf } from './keywords.js';
import { lineLength } from './line-length.js';
import { compareOrdered, memberOrder, moduleOrder, type Ordered } from './natural-order.js';

/** Writes the import block of a module, sorted and laid out as ruff's isort rules want it by default. */
export function importBlock(
  bindings: Iterable<Binding>,
  isFirstParty: (root: string) => boolean,
): string {
  const future: Binding[] = [];
  const standard: Binding[] = [];
  const thirdParty: Binding[] = [];
  const firstParty: Binding[] = [];
  const relative: Binding[] = [];
  for (const binding of bindings) {
    const { module } = binding;
    const root = rootOf(module);
    if (root === '') relative.push(binding);
    else if (root === '__future__') future.push(binding);
    else if (isStandardLibrary(module)) standard.push(binding);
    else if (isFirstParty(root)) firstParty.push(binding);
    else thirdParty.push(binding);
  }
  return [future, standard, thirdParty, firstParty, relative]
    .filter((section) => section.length > 0)
    .map(sectionText)
    .join('\n\n');
}

function sectionText(bindings: readonly Binding[]): string {
  const modules = bindings
    .filter(({ member }) => member === undefined)
    .map((binding) => ({ binding, order: moduleOrder(binding.module) }))
    .sort((left, right) => compareOrdered(left.order, right.order));
  const lines = modules.map(({ binding: { module, local, renamed } }) =>
    renamed ? `import ${module} as ${local}` : `import ${module}`,
  );
  return [...lines, ...memberStatements(bindings).map(fromImport)].join('\n');
}

interface MemberImport {
  readonly module: Ordered;
  /** `..a` stands before `.a`: the farther package first. */
  readonly dots: number;
  readonly members: string[];
  /** ` as name`, or nothing. */
  readonly alias: string;
}

/** Members under their own names share a statement; a renamed one has its own. */
function memberStatements(bindings: readonly Binding[]): MemberImport[] {
  const statements: MemberImport[] = [];
  const shared = new Map<string, MemberImport>();
  for (const { module, member, local, renamed } of bindings) {
    if (member === undefined) continue;
    const there = renamed ? undefined : shared.get(module);
    if (there !== undefined) {
      there.members.push(member);
      continue;
    }
    const made = {
      module: moduleOrder(module),
      dots: module.startsWith('.') ? /^\.*/.exec(module)![0].length : 0,
      members: [member],
      alias: renamed ? ` as ${local}` : '',
    };
    statements.push(made);
    if (!renamed) shared.set(module, made);
  }
  for (const { members } of statements) sortMembers(members);
  return statements.sort(
    (left, right) =>
      right.dots - left.dots ||
      compareOrdered(left.module, right.module) ||
      compareOrdered(memberOrder(left.members[0]!), memberOrder(right.members[0]!)) ||
      left.alias.length - right.alias.length,
  );
}

function sortMembers(members: string[]): void {
  if (members.length === 1) return;
  const ordered = members.map(memberOrder).sort(compareOrdered);
  ordered.forEach(({ name }, index) => (members[index] = name));
}

function fromImport({ module: { name: module }, members: names, alias }: MemberImport): string {
  const flat = `from ${module} import ${names.join(', ')}${alias}`;
  if (flat.length <= lineLength) return flat;
  return `from ${module} import (\n${names.map((name) => `    ${name}${alias},\n`).join('')})`;
}

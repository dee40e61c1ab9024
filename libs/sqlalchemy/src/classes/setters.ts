import type { Binding } from '../modules/bindings.js';
import type { ClassValue } from '../evaluate/values.js';
import { children, type SyntaxNode } from '../python/syntax.js';
import { classesOf } from '../evaluate/mro.js';

const SETTER = /^@\s*(?:\w+\.)*?(\w+)\.(?:inplace\.)?setter\b/;

/**
 * The attributes that get a value when one of an instance is assigned, by the setters of properties and
 * hybrids: `self.firm_id = firm.id`. As far as their source says it in so many words.
 */
export function assignedBy(cls: ClassValue, attribute: string): ReadonlySet<string> {
  const found = new Set<string>();
  const open = [attribute];
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    for (const assigned of setterOf(cls, name)) {
      if (!found.has(assigned)) open.push(assigned);
      found.add(assigned);
    }
  }
  return found;
}

/** What the setter of an attribute assigns; nothing where it has none. */
function setterOf(cls: ClassValue, attribute: string): readonly string[] {
  for (const owner of classesOf(cls)) {
    const { text } = owner.outer.source;
    const bindings = [...(owner.scope.bindings?.names.values() ?? [])].flat();
    const setter = bindings.findLast((binding) => isSetter(binding, attribute, text));
    if (setter) return assignments(setter.node, text);
  }
  return [];
}

/** `@attribute.setter`, or `@_attribute.inplace.setter` above a function of another name. */
function isSetter({ decorators = [] }: Binding, attribute: string, text: string): boolean {
  return decorators.some((node) => SETTER.exec(text.slice(node.from, node.to))?.[1] === attribute);
}

/** The attributes of its first parameter that a function assigns. */
function assignments(fn: SyntaxNode, text: string): readonly string[] {
  const read = (node: SyntaxNode) => text.slice(node.from, node.to);
  const first = fn.getChild('ParamList')?.getChild('VariableName');
  const self = first ? read(first) : undefined;
  const found: string[] = [];
  fn.cursor().iterate(({ node }) => {
    if (node.name === 'MemberExpression' && isTarget(node)) {
      const [object, , member] = children(node);
      if (object && member && read(object) === self) found.push(read(member));
    }
    if (node.name === 'CallExpression') {
      const set = /^setattr\(\s*(\w+)\s*,\s*(["'])(\w+)\2/.exec(read(node));
      if (set?.[1] === self && set?.[3] !== undefined) found.push(set[3]);
    }
  });
  return found;
}

/** Whether an expression is, or is a part of, what a statement assigns to. */
function isTarget(node: SyntaxNode): boolean {
  let at = node;
  while (/^(?:Tuple|Array|Parenthesized)Expression$/.test(at.parent?.name ?? '')) at = at.parent!;
  const { parent, nextSibling } = at;
  if (parent?.name === 'UpdateStatement') return parent.firstChild?.from === at.from;
  if (parent?.name !== 'AssignStatement') return false;
  for (let next = nextSibling; next; next = next.nextSibling) {
    if (next.name === 'AssignOp') return true;
  }
  return false;
}

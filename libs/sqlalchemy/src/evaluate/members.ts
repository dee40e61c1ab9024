import type { SyntaxNode } from '../python/syntax.js';
import { classesOf } from './mro.js';
import { lookupIn, stateOf } from './names.js';
import type { ClassValue, UnknownValue, Value } from './values.js';
import { isNone, unknown } from './values.js';

/** What the body of a class, or a statement after it, says of one name. */
export interface Member {
  readonly name: string;
  /** Undefined when the name is only annotated. */
  readonly value: Value | undefined;
  readonly annotation: SyntaxNode | undefined;
  /** Where it was said last. */
  readonly from: number;
  /** The class whose body it is in. */
  readonly owner: ClassValue;
  /** Whether it is set after the class: `Row.total = column_property(…)`. */
  readonly isAdded?: true;
  /** Why the class may not have it. */
  readonly condition?: UnknownValue;
}

const own = new WeakMap<ClassValue, Map<string, Member>>();

/** The members in the body of a class, in order. */
export function ownMembers(cls: ClassValue): ReadonlyMap<string, Member> {
  const known = own.get(cls);
  if (known) return known;
  const members = new Map<string, Member>();
  own.set(cls, members);
  for (const [name, value] of cls.made?.members ?? []) {
    members.set(name, { name, value, annotation: undefined, from: cls.origin.offset, owner: cls });
  }
  for (const name of cls.scope.bindings?.names.keys() ?? []) {
    const member = readMember(cls, name);
    if (member) members.set(member.name, member);
  }
  return members;
}

/** One member of the body of a class. */
function readMember(cls: ClassValue, name: string): Member | undefined {
  const bindings = (cls.scope.bindings?.names.get(name) ?? []).filter(({ guards }) => {
    const state = stateOf(guards, cls.scope);
    return state !== 'no' && state !== 'typing';
  });
  if (bindings.length === 0) return undefined;
  const found = lookupIn(cls.scope, name);
  const annotation = bindings.findLast((binding) => binding.annotation)?.annotation;
  const value = isNone(found) && isMappedText(annotation, cls) ? undefined : found;
  if (!value && !annotation) return undefined;
  const { from } = bindings.at(-1)!;
  const member: Member = { name: mangled(name, cls), value, annotation, from, owner: cls };
  if (bindings.some(({ guards }) => stateOf(guards, cls.scope) === 'yes')) return member;
  const origin = { source: cls.scope.source, offset: from };
  return { ...member, condition: unknown('it depends on a condition', origin) };
}

/** Whether an annotation is `Mapped[…]`, of which SQLAlchemy makes a column also beside `= None`. */
function isMappedText(annotation: SyntaxNode | undefined, cls: ClassValue): boolean {
  if (!annotation) return false;
  const text = cls.scope.source.text.slice(annotation.from, annotation.to);
  return /^['"]?(?:\w+\.)*Mapped\s*\[/.test(text);
}

/** Python gives `__total` in the body of a class the name `_Article__total`. */
function mangled(name: string, cls: ClassValue): string {
  return name.startsWith('__') && !name.endsWith('__') ? `${privatePrefix(cls)}${name}` : name;
}

/** What the names of private members of a class start with. */
export function privatePrefix({ name }: ClassValue): string {
  return `_${name.replace(/^_+/, '')}`;
}

/** What Python finds by a name on a class; annotations alone count only where nothing else does. */
export function findMember(cls: ClassValue, name: string): Member | undefined {
  for (const base of classesOf(cls)) {
    const member = memberIn(base, name);
    if (member?.value) return member;
  }
  return undefined;
}

/** A member of the body, read on its own: the others may not be readable yet. */
function memberIn(cls: ClassValue, name: string): Member | undefined {
  const known = own.get(cls)?.get(name);
  if (known) return known;
  const made = cls.made?.members.get(name);
  if (made)
    return { name, value: made, annotation: undefined, from: cls.origin.offset, owner: cls };
  const names = cls.scope.bindings?.names;
  if (names?.has(name)) return readMember(cls, name);
  const prefix = name.startsWith('_') ? privatePrefix(cls) : undefined;
  if (prefix === undefined || !name.startsWith(`${prefix}__`)) return undefined;
  const written = name.slice(prefix.length);
  return names?.has(written) ? readMember(cls, written) : undefined;
}

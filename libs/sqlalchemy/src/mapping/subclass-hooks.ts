import { findMember, ownMembers } from '../evaluate/members.js';
import { classesOf, classKeyword } from '../evaluate/mro.js';
import type { ClassValue, UnknownValue, Value } from '../evaluate/values.js';
import { unknown } from '../evaluate/values.js';
import { codeOf } from '../python/source.js';

/** Why a base may set something on the classes that extend it, before they are mapped: `cls.__tablename__ = …`. */
export function setByBase(cls: ClassValue, name: string): UnknownValue | undefined {
  for (const base of classesOf(cls)) {
    const hook = base === cls ? undefined : ownMembers(base).get('__init_subclass__')?.value;
    if (sets(hook, name))
      return unknown(`__init_subclass__ of ${base.name} sets ${name}`, cls.origin);
    const meta = base.node && classKeyword(base, 'metaclass');
    if (meta?.kind !== 'class') continue;
    if (['__new__', '__init__'].some((method) => sets(findMember(meta, method)?.value, name)))
      return unknown(`the metaclass ${meta.name} sets ${name}`, cls.origin);
  }
  return undefined;
}

/** Whether a function sets an attribute or an entry by a name. */
function sets(fn: Value | undefined, name: string): boolean {
  if (fn?.kind !== 'function') return false;
  const code = codeOf(fn.frame.text.slice(fn.node.from, fn.node.to));
  return new RegExp(`(?:\\.${name}|\\[["']${name}["']\\])\\s*=[^=]|["']${name}["']\\s*,`).test(
    code,
  );
}

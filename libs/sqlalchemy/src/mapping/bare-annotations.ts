import { isMapped } from '../classes/mapped.js';
import type { Member } from '../evaluate/members.js';
import { ownMembers } from '../evaluate/members.js';
import { classesOf } from '../evaluate/mro.js';
import type { ClassValue, Value } from '../evaluate/values.js';
import { isNone } from '../evaluate/values.js';
import type { Definition } from './mapped-class.js';
import { mappingOf } from './mapped-class.js';
import { define } from './members.js';

/*
 * What `x: Mapped[int]` means where other classes have the attribute, too. It gives Python no value.
 * So SQLAlchemy, which copies the columns of mixins to a class first, finds theirs when it comes to
 * the body of the class.
 */

/** Whether SQLAlchemy ignores the annotation of a mixin, because Python finds a value by its name. */
export function isOverridden(name: string, cls: ClassValue): boolean {
  const found = lookup(name, cls);
  return found === 'mapped' || (found !== undefined && !isNone(found.value));
}

/** Whether a mixin has a column in place of an annotation in the body of the class. */
export function isCopied(own: Member, cls: ClassValue): boolean {
  const found = lookup(own.name, cls);
  if (found === 'mapped') return false;
  if (found && !isNone(found.value))
    return found.value.kind === 'call' && define(found, cls)?.kind === 'column';
  return classesOf(cls)
    .slice(1)
    .filter((base) => !isMapped(base))
    .map((base) => ownMembers(base).get(own.name))
    .some((member) => member?.annotation && !member.value && define(member, cls));
}

/** What a function of a mixin makes in place of an annotation in the body of the class, which it takes over. */
export function madeInstead(own: Member, cls: ClassValue): Definition | undefined {
  const found = lookup(own.name, cls);
  if (found === undefined || found === 'mapped' || found.value.kind !== 'function')
    return undefined;
  const made = define(found, cls);
  const read = define(own, cls);
  return made && read ? { ...made, annotation: read.annotation, written: read.written } : undefined;
}

type Valued = Member & { readonly value: Value };

/** What Python finds by a name on a class; a mapped class has something for each of its attributes. */
function lookup(name: string, cls: ClassValue): Valued | 'mapped' | undefined {
  for (const base of classesOf(cls)) {
    if (base !== cls && isMapped(base)) {
      if (mappingOf(base).attributes().has(name)) return 'mapped';
      continue;
    }
    const member = ownMembers(base).get(name);
    if (member && hasValue(member)) return member;
  }
  return undefined;
}

function hasValue(member: Member): member is Valued {
  return member.value !== undefined;
}

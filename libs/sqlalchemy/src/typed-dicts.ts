import { ownMembers } from './evaluate/members.js';
import { classesOf, linearise } from './evaluate/mro.js';
import type { ClassValue, Value } from './evaluate/values.js';
import { readAnnotation, resolve } from './mapping/annotations.js';

/**
 * The first TypedDict of `typing`, rather than of `typing_extensions`, among the classes that a type is
 * made of: the type itself, its arguments, and the types of its attributes.
 */
export function typedDictOfTyping(
  type: Value,
  near: ClassValue | undefined = undefined,
  seen = new Set<ClassValue>(),
): ClassValue | undefined {
  const first = (types: readonly Value[], owner = near) => {
    for (const each of types) {
      const found = typedDictOfTyping(each, owner, seen);
      if (found) return found;
    }
    return undefined;
  };
  switch (type.kind) {
    case 'class':
      if (seen.has(type)) return undefined;
      seen.add(type);
      return extendsTypedDict(type)
        ? type
        : classesOf(type)
            .map((each) => first(annotationsOf(each), each))
            .find(Boolean);
    case 'subscript':
      return first([type.base, ...type.args]);
    case 'union':
      return first(type.members);
    case 'alias':
      return first([type.value]);
    case 'constant':
      return near && typeof type.value === 'string'
        ? first([resolve(type, near.scope, near.origin)])
        : undefined;
    default:
      return undefined;
  }
}

function extendsTypedDict(cls: ClassValue): boolean {
  return linearise(cls).some((base) => base.kind === 'symbol' && base.path === 'typing.TypedDict');
}

function annotationsOf(cls: ClassValue): Value[] {
  return [...ownMembers(cls).values()].flatMap((member) => readAnnotation(member)?.type ?? []);
}

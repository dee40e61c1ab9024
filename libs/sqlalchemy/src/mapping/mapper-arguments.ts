import { isMapped } from '../classes/mapped.js';
import { callFor, isDeclared } from '../evaluate/functions.js';
import { ownMembers } from '../evaluate/members.js';
import { classesOf, resolveBases } from '../evaluate/mro.js';
import type { ClassValue, Value } from '../evaluate/values.js';
import { setByBase } from './subclass-hooks.js';

/** `__mapper_args__`, which a mixin may make. */
function mapperArguments(cls: ClassValue): Value | undefined {
  const set = setByBase(cls, '__mapper_args__');
  if (set) return set;
  for (const base of classesOf(cls)) {
    const value = ownMembers(base).get('__mapper_args__')?.value;
    if (!value) continue;
    const declared = value.kind === 'function' && isDeclared(value);
    if (base !== cls && isMapped(base) && !declared) return undefined;
    return declared ? callFor(value, cls, cls.origin) : value;
  }
  return undefined;
}

/** An entry of `__mapper_args__`. */
export function mapperArgument(cls: ClassValue, name: string): Value | undefined {
  const value = mapperArguments(cls);
  if (value?.kind === 'unknown') return value;
  return value?.kind === 'dict'
    ? value.entries.find(([key]) => key.kind === 'constant' && key.value === name)?.[1]
    : undefined;
}

/** `class Document(AbstractConcreteBase, Base)`: the classes that extend it take its columns over. */
export function isAbstractConcrete(cls: ClassValue): boolean {
  return resolveBases(cls).some(
    (base) => base.kind === 'symbol' && base.path.endsWith('.AbstractConcreteBase'),
  );
}

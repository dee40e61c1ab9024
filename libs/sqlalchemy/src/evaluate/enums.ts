import { findMember, ownMembers, privatePrefix } from './members.js';
import { classesOf, linearise, resolveBases } from './mro.js';
import type { ClassValue, EnumMember, Value } from './values.js';
import { constant, same, unknown } from './values.js';

const ENUM =
  /^(?:enum|typing_extensions|aenum|backports\.strenum|strenum)\.(?:Enum|IntEnum|StrEnum|Flag|IntFlag|ReprEnum|LowercaseStrEnum)$/;

/** Whether a class is an enumeration. */
export function isEnum(cls: ClassValue): boolean {
  return linearise(cls).some((base) => base.kind === 'symbol' && ENUM.test(base.path));
}

/** Whether its members are text by themselves: `class Status(str, Enum)`. */
export function isTextEnum(cls: ClassValue): boolean {
  return linearise(cls).some(
    (base) =>
      base.kind === 'symbol' &&
      /^(?:builtins\.str|.*\bStrEnum|.*LowercaseStrEnum)$/.test(base.path),
  );
}

const all = new WeakMap<ClassValue, readonly EnumMember[]>();

/** The members of an enumeration, in order, without aliases. */
export function enumMembers(cls: ClassValue): readonly EnumMember[] {
  if (!isEnum(cls)) return [];
  const known = all.get(cls);
  if (known) return known;
  all.set(cls, []);
  const owner = ownerOfMembers(cls);
  const found: EnumMember[] = [];
  let count = 0;
  for (const name of memberNames(owner)) {
    const written = ownMembers(owner).get(name)!.value!;
    const value = valueOf(owner, name, written, count, found.at(-1));
    if (found.some((other) => same(other.value, value))) continue;
    count += 1;
    found.push({ kind: 'member', of: cls, name, value });
  }
  all.set(cls, found);
  return found;
}

/** The names of the members, also those of aliases, in order. */
export function enumNames(cls: ClassValue): readonly string[] {
  return memberNames(ownerOfMembers(cls));
}

/** Members are in one class only: an enumeration that has some cannot be extended. */
function ownerOfMembers(cls: ClassValue): ClassValue {
  return classesOf(cls).find((base) => memberNames(base).length > 0) ?? cls;
}

/** A member by its name, also by the name of an alias. */
export function enumMember(cls: ClassValue, name: string): EnumMember | undefined {
  if (!isEnum(cls)) return undefined;
  const found = enumMembers(cls).find((member) => member.name === name);
  if (found) return found;
  if (!memberNames(cls).includes(name)) return undefined;
  const value = ownMembers(cls).get(name)!.value!;
  return enumMembers(cls).find((member) => same(member.value, value));
}

/** Whether the class may have members that its body does not show. */
export function isOpenEnum(cls: ClassValue): boolean {
  return resolveBases(cls).some((base) => base.kind === 'unknown');
}

function memberNames(cls: ClassValue): string[] {
  const ignored = ownMembers(cls).get('_ignore_')?.value;
  return [...ownMembers(cls).values()]
    .filter(
      ({ name, value }) => !name.startsWith(`${privatePrefix(cls)}__`) && isMember(name, value),
    )
    .map(({ name }) => name)
    .filter(
      (name) =>
        !(ignored?.kind === 'sequence' && ignored.items.some((item) => same(item, constant(name)))),
    );
}

function isMember(name: string, value: Value | undefined): boolean {
  if (!value || value.kind === 'function' || value.kind === 'class') return false;
  if (/^_.*_$/.test(name)) return false;
  if (value.kind === 'call' && value.callee.kind === 'symbol') {
    return !/^(?:enum\.nonmember|builtins\.(?:property|classmethod|staticmethod))$/.test(
      value.callee.path,
    );
  }
  return true;
}

function valueOf(
  cls: ClassValue,
  name: string,
  written: Value,
  count: number,
  previous: EnumMember | undefined,
): Value {
  const generated =
    written.kind === 'call' &&
    written.callee.kind === 'symbol' &&
    written.callee.path === 'enum.auto';
  // A constructor of its own decides what the value is: `HIGH = (3, 'High')`.
  const custom = findMember(cls, '__new__') ?? findMember(cls, '_generate_next_value_');
  if (custom && (generated || custom.name === '__new__')) {
    return unknown(`${cls.name} computes its own values`, cls.origin);
  }
  if (!generated) {
    return written.kind === 'call' &&
      written.callee.kind === 'symbol' &&
      written.callee.path === 'enum.member'
      ? (written.args[0] ?? written)
      : written;
  }
  if (linearise(cls).some((base) => base.kind === 'symbol' && /StrEnum$/.test(base.path)))
    return constant(name.toLowerCase());
  const flags = linearise(cls).some((base) => base.kind === 'symbol' && /Flag$/.test(base.path));
  const last = previous?.value;
  if (flags) return constant(2 ** count);
  if (!last) return constant(1);
  return last.kind === 'constant' && typeof last.value === 'number'
    ? constant(last.value + 1)
    : unknown('auto() after a value that is not a number', cls.origin);
}

import { call } from '../evaluate/calls.js';
import { enumMembers, enumNames, isEnum, isOpenEnum } from '../evaluate/enums.js';
import { iterate } from '../evaluate/iterate.js';
import type { Call, ClassValue, Origin, Value } from '../evaluate/values.js';
import { describe, frameOf, isNone } from '../evaluate/values.js';
import type { EnumFacts, EnumMemberFacts, Known, TypeFacts } from '../facts.js';
import { isUnknown } from '../facts.js';
import { asFlag, asNumber, asString, unknownAt } from './known.js';

/** Reads `Enum(Status)`, `Enum(Status, values_callable=…)` and `Enum('draft', 'published')`. */
export function readEnum(given: Call | undefined, origin: Origin): Known<TypeFacts> {
  const [first] = given?.args ?? [];
  if (given?.open) return unknownAt(given.open.reason, given.open.origin);
  if (!first) return unknownAt('the enum has no known values', origin);
  if (first.kind === 'class') return ofClass(first, given, origin);
  const values = given!.args.length === 1 && first.kind !== 'constant' ? iterate(first) : undefined;
  // A list as the only argument is wrong for SQLAlchemy, a name of one value is right.
  if (values || first.kind === 'unknown') {
    return first.kind === 'unknown'
      ? unknownAt(first.reason, first.origin)
      : unknownAt(`${describe(first)} cannot be read as an enum`, origin);
  }
  return ofTexts(given!.args, origin);
}

/** The values of `Enum('a', 'b')` or `Literal['a', 'b']`. */
export function ofTexts(args: readonly Value[], origin: Origin): Known<TypeFacts> {
  const stored = args.map((value) => asString(value, origin));
  const lost = stored.find(isUnknown);
  if (lost) return lost;
  const texts = stored as string[];
  const members = texts.map((name): EnumMemberFacts => ({ name, value: name }));
  return { name: 'enum', enum: { class: null, members, stored: texts } };
}

/** An enumeration of Python; the names of its members are stored unless the type says something else. */
export function ofClass(
  cls: ClassValue,
  given: Call | undefined,
  origin: Origin,
): Known<TypeFacts> {
  if (!isEnum(cls)) return unknownAt(`${describe(cls)} is not a known enum`, origin);
  const facts: EnumFacts = {
    class: describe(cls),
    members: membersOf(cls),
    stored: storedBy(cls, given, origin),
  };
  return { name: 'enum', enum: facts };
}

function membersOf(cls: ClassValue): EnumFacts['members'] {
  if (isOpenEnum(cls)) return unknownAt(`a base of ${cls.name} cannot be read`, cls.origin);
  return enumMembers(cls).map(({ name, value }) => ({
    name,
    value:
      value.kind === 'constant'
        ? value.value
        : unknownAt(`the value of ${cls.name}.${name} is not a literal`, cls.origin),
  }));
}

function storedBy(
  cls: ClassValue,
  given: Call | undefined,
  origin: Origin,
): Known<readonly string[]> {
  if (isOpenEnum(cls)) return unknownAt(`a base of ${cls.name} cannot be read`, cls.origin);
  const valuesCallable = given?.keywords.get('values_callable');
  if (!valuesCallable || isNone(valuesCallable)) {
    const omitsAliases = asFlag(given?.keywords.get('omit_aliases'), origin, true);
    if (isUnknown(omitsAliases)) return omitsAliases;
    return omitsAliases ? enumMembers(cls).map(({ name }) => name) : enumNames(cls);
  }
  const frame = frameOf(cls.outer);
  const values = call(valuesCallable, {
    args: [cls],
    keywords: new Map(),
    open: undefined,
    origin,
    frame,
  });
  const list = iterate(values);
  if (!list || list.open) return unknownAt('the values_callable is not evaluated', origin);
  const texts = list.items.map((item) => asString(item, origin));
  return texts.find(isUnknown) ?? (texts as string[]);
}

/** Whether the database has a type for the enum; the dialect's own is always one. */
export function isNative(name: string, given: Call | undefined, origin: Origin): Known<boolean> {
  if (name !== 'Enum') return true;
  const said = given?.keywords.get('native_enum');
  if (!said && given?.open) return unknownAt(given.open.reason, given.open.origin);
  return asFlag(said, origin, true);
}

/** How long the longest value is, as SQLAlchemy counts, or what the enum says. */
export function storedLength(
  type: Known<TypeFacts>,
  given: Call | undefined,
  origin: Origin,
): Known<number | null> {
  const said = given?.keywords.get('length');
  if (said && !isNone(said)) return asNumber(said, origin);
  if (isUnknown(type)) return type;
  const stored = type.enum?.stored;
  if (stored === undefined) return null;
  return isUnknown(stored) ? stored : Math.max(0, ...stored.map(({ length }) => length));
}

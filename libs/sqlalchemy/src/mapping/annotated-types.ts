import { isEnum } from '../evaluate/enums.js';
import { isCallOf } from '../evaluate/library.js';
import { linearise } from '../evaluate/mro.js';
import { DEFAULT_TYPES } from '../column-types.js';
import { isAnnotated, isLiteral } from '../evaluate/typing.js';
import type { Call, ClassValue, Origin, Scope, Value } from '../evaluate/values.js';
import { describe, same, symbol } from '../evaluate/values.js';
import type { Known, TypeFacts } from '../facts.js';
import { resolve, withoutNone } from './annotations.js';
import { isNative, ofClass, ofTexts, storedLength } from './enum-types.js';
import { unknownAt } from './known.js';
import type { ColumnType } from './types.js';
import { libraryType, readType, unknownType } from './types.js';

/** The `type_annotation_map` of the base of a model. */
export type TypeMap = Value | undefined;

/** The column type that SQLAlchemy chooses for an annotation. */
export function typeOfAnnotation(
  type: Value,
  scope: Scope,
  map: TypeMap,
  origin: Origin,
): ColumnType {
  for (const candidate of candidates(type, scope, origin)) {
    const found = choose(candidate, map, scope, origin);
    if (found) return found;
  }
  if (type.kind === 'unknown') return unknownType(type, origin);
  if (map?.kind === 'unknown' || (map?.kind === 'dict' && map.open)) {
    return lost('the type_annotation_map cannot be read completely', origin);
  }
  return lost(`SQLAlchemy has no type for ${describe(type)}`, origin);
}

function lost(reason: string, origin: Origin): ColumnType {
  return unknownType({ kind: 'unknown', reason, origin }, origin);
}

/** What is looked up, in this order: an alias itself, what it stands for, what `Annotated` is about. */
function candidates(type: Value, scope: Scope, origin: Origin): Value[] {
  const found: Value[] = [];
  let plain = withoutNone(type, scope);
  if (plain.kind === 'alias') {
    found.push(plain);
    plain = withoutNone(plain.value, scope);
  }
  found.push(plain);
  if (isAnnotated(plain) && plain.args[0]) {
    found.push(withoutNone(resolve(plain.args[0], scope, origin), scope));
  }
  return found;
}

function choose(
  candidate: Value,
  map: TypeMap,
  scope: Scope,
  origin: Origin,
): ColumnType | undefined {
  if (candidate.kind === 'class') return chooseForClass(candidate, map, origin);
  const mapped = entry(map, candidate);
  if (mapped) return readType(mapped, origin);
  if (map?.kind === 'unknown' || (map?.kind === 'dict' && map.open)) return undefined;
  // Of a Literal, SQLAlchemy makes no type in the database.
  if (isLiteral(candidate))
    return enumType(ofTexts(candidate.args, origin), undefined, false, origin);
  const standard = candidate.kind === 'symbol' ? DEFAULT_TYPES.get(candidate.path) : undefined;
  if (standard === 'Float') return float(scope, origin);
  return standard === undefined ? undefined : libraryType(standard, origin);
}

/** SQLAlchemy 2.1 makes Double of a float, older ones Float. */
function float(scope: Scope, origin: Origin): ColumnType {
  const { sqlalchemy } = scope.module.all.searchPath.installed;
  if (sqlalchemy) {
    const [major, minor] = sqlalchemy;
    return libraryType(major > 2 || (major === 2 && minor >= 1) ? 'Double' : 'Float', origin);
  }
  const sqlType = unknownAt('it depends on the version of SQLAlchemy, which was not found', origin);
  return { ...libraryType('Float', origin), sqlType };
}

/** What IntEnum, Flag and the like extend. */
const ENUM = symbol('enum.Enum');

/** A class takes the entry of its own; of its bases, only Enum has a type for all that extend it. */
function chooseForClass(cls: ClassValue, map: TypeMap, origin: Origin): ColumnType | undefined {
  const own = entry(map, cls);
  if (own)
    return isCallOf(own, 'Enum') && own.args.some((arg) => arg.kind === 'symbol')
      ? ofEnum(cls, own, origin)
      : readType(own, origin);
  if (!isEnum(cls)) return undefined;
  for (const base of [...linearise(cls).slice(1), ENUM]) {
    const general = base.kind === 'unknown' ? undefined : entry(map, base);
    if (isCallOf(general, 'Enum')) return ofEnum(cls, general, origin);
  }
  return ofEnum(cls, undefined, origin);
}

function ofEnum(cls: ClassValue, general: Call | undefined, origin: Origin): ColumnType {
  const type = ofClass(cls, general, origin);
  return enumType(type, general, isNative('Enum', general, origin), origin);
}

function enumType(
  type: Known<TypeFacts>,
  given: Call | undefined,
  native: Known<boolean>,
  origin: Origin,
): ColumnType {
  const length = storedLength(type, given, origin);
  const sqlType = { name: 'Enum', native };
  return { type, sqlType, length, precision: null, scale: null, custom: false };
}

function entry(map: TypeMap, key: Value): Value | undefined {
  return map?.kind === 'dict'
    ? map.entries.findLast(([own]) => sameType(own, key))?.[1]
    : undefined;
}

/** Whether Python takes two types for equal. */
function sameType(a: Value, b: Value): boolean {
  if (same(a, b)) return true;
  if (a.kind === 'subscript' && b.kind === 'subscript')
    return sameTypes([a.base, ...a.args], [b.base, ...b.args]);
  if (a.kind === 'union' && b.kind === 'union') {
    const isIn = (one: Value) => b.members.some((other) => sameType(one, other));
    return a.members.length === b.members.length && a.members.every(isIn);
  }
  return a.kind === 'sequence' && b.kind === 'sequence' && sameTypes(a.items, b.items);
}

function sameTypes(a: readonly Value[], b: readonly Value[]): boolean {
  return a.length === b.length && a.every((one, index) => sameType(one, b[index]!));
}

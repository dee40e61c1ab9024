import { evaluate } from '../evaluate/expressions.js';
import { callFor } from '../evaluate/functions.js';
import { dialectOf, extendsSymbol, libraryName } from '../evaluate/library.js';
import { findMember } from '../evaluate/members.js';
import { classesOf, linearise } from '../evaluate/mro.js';
import type { KnownType } from '../column-types.js';
import { knownType, PYTHON_TYPES } from '../column-types.js';
import type { Call, ClassValue, Origin, Value } from '../evaluate/values.js';
import { annotationFrame, describe, isString, symbol } from '../evaluate/values.js';
import type { Known, SqlTypeFacts, TypeFacts, Unknown } from '../facts.js';
import { isUnknown } from '../facts.js';
import { resolve, withoutNone } from './annotations.js';
import { isNative, readEnum, storedLength } from './enum-types.js';
import { asFlag, asNumber, unknownAt } from './known.js';
import { pythonType } from './python-types.js';

/** What a column type means. */
export interface ColumnType {
  readonly type: Known<TypeFacts>;
  readonly sqlType: Known<SqlTypeFacts>;
  readonly length: Known<number | null>;
  readonly precision: Known<number | null>;
  readonly scale: Known<number | null>;
  /** Whether it is only what the class of the project stores, of which `Mapped[T]` knows better what it gives. */
  readonly custom: boolean;
}

const NOTHING = { length: null, precision: null, scale: null, custom: false };

/** Reads a type: `String(30)`, `JSONB`, `BigInteger().with_variant(…)`, a class of the project. */
export function readType(value: Value, origin: Origin): ColumnType {
  switch (value.kind) {
    case 'call':
      return readCall(value, origin);
    case 'symbol':
      return readSymbol(value, undefined, origin);
    case 'class':
      return readClass(value, undefined, origin);
    default:
      return unknownType(value, origin);
  }
}

/** A type that is not known at all. */
export function unknownType(value: Value, origin: Origin): ColumnType {
  const lost =
    value.kind === 'unknown'
      ? unknownAt(value.reason, value.origin)
      : unknownAt(`the type ${describe(value)} is not known`, origin);
  return { type: lost, sqlType: lost, length: lost, precision: lost, scale: lost, custom: false };
}

function readCall(value: Call, origin: Origin): ColumnType {
  const { callee } = value;
  if (callee.kind === 'attribute' || callee.kind === 'symbol') {
    const method = callee.kind === 'attribute' ? callee.name : callee.path.split('.').at(-1)!;
    // MutableDict.as_mutable(JSONB)
    if (method === 'as_mutable' && value.args[0]) return readType(value.args[0], origin);
    if (callee.kind === 'attribute' && method === 'with_variant')
      return readVariant(value, callee.base, origin);
    if (callee.kind === 'attribute' && method === 'evaluates_none')
      return readType(callee.base, origin);
  }
  if (callee.kind === 'symbol') return readSymbol(callee, value, origin);
  if (callee.kind === 'class') return readClass(callee, value, origin);
  return unknownType(value, origin);
}

/** Other databases use another type; what the column means stays that of the first. */
function readVariant(value: Call, base: Value, origin: Origin): ColumnType {
  const type = readType(base, origin);
  const [other, ...dialects] = value.args;
  if (!other || isUnknown(type.sqlType)) return type;
  const names = dialects.filter(isString).map((dialect) => dialect.value);
  const { sqlType } = readType(other, origin);
  const shown = isUnknown(sqlType) ? describe(other) : sqlType.name;
  const variants = {
    ...type.sqlType.variants,
    ...Object.fromEntries(names.map((name) => [name, shown])),
  };
  return { ...type, sqlType: { ...type.sqlType, variants } };
}

/** What SQLAlchemy calls a type that it exports by two names. */
const OTHER_NAMES = new Map([
  ['INT', 'INTEGER'],
  ['NVARCHAR2', 'NVARCHAR'],
]);

function readSymbol(value: Value, given: Call | undefined, origin: Origin): ColumnType {
  const name = libraryName(value);
  if (name === undefined) return readForeign(value, origin);
  if (name === 'DOMAIN') return readDomain(given, origin);
  const dialect = dialectOf(value);
  const known = knownType(name, dialect);
  const written = OTHER_NAMES.get(name) ?? name;
  const sqlName = dialect ? `${dialect}.${written}` : written;
  if (name === 'PickleType') {
    const lost = unknownAt('PickleType holds any Python object', origin);
    return { ...NOTHING, type: lost, sqlType: { name } };
  }
  if (!known) {
    const lost = unknownAt(`the Python type of ${sqlName} is not known`, origin);
    return {
      type: lost,
      sqlType: { name: sqlName },
      length: lost,
      precision: lost,
      scale: lost,
      custom: false,
    };
  }
  return describeKnown(sqlName, known, given, origin);
}

/** The values of `DOMAIN("price", Numeric(10, 2))` are those of its type. */
function readDomain(given: Call | undefined, origin: Origin): ColumnType {
  const type = given?.keywords.get('data_type') ?? given?.args[1];
  if (type) return readType(type, origin);
  const reason = 'the type of a DOMAIN is not known';
  return unknownType({ kind: 'unknown', reason, origin }, origin);
}

/** A type of a package that is not there to be read. */
function readForeign(value: Value, origin: Origin): ColumnType {
  if (value.kind === 'symbol' && PYTHON_TYPES.has(value.path)) {
    return unknownType(
      { kind: 'unknown', reason: `${value.path} is not a column type`, origin },
      origin,
    );
  }
  const missing = value.kind === 'symbol' && value.missing;
  const reason = missing
    ? `${describe(value)} was not found, so the type is not known`
    : `the type ${describe(value)} is not known`;
  return unknownType({ kind: 'unknown', reason, origin }, origin);
}

/** The arguments of a type by the names of its parameters. */
function parameter(known: KnownType, given: Call | undefined, name: string): Value | undefined {
  if (!given) return undefined;
  const index = known.parameters?.indexOf(name) ?? -1;
  return given.keywords.get(name) ?? (index < 0 ? undefined : given.args[index]);
}

function describeKnown(
  name: string,
  known: KnownType,
  given: Call | undefined,
  origin: Origin,
): ColumnType {
  const lost = given?.open ? unknownAt(given.open.reason, given.open.origin) : undefined;
  const number = (key: string): Known<number | null> => {
    const value = parameter(known, given, key);
    return value || !lost ? asNumber(value, origin) : lost;
  };
  const sqlType: SqlTypeFacts = known.parameters?.includes('timezone')
    ? {
        name,
        timezone: name === 'TIMESTAMPTZ' || asFlag(parameter(known, given, 'timezone'), origin),
      }
    : { name, ...(known.timezone !== undefined && { timezone: known.timezone }) };
  const facts = {
    sqlType,
    length: known.parameters?.includes('length') ? number('length') : null,
    precision: known.parameters?.includes('precision') ? number('precision') : null,
    scale: known.parameters?.includes('scale') ? number('scale') : null,
    custom: false,
  };
  switch (known.python) {
    case 'enum': {
      const type = readEnum(given, origin);
      const native = isNative(name.split('.').at(-1)!, given, origin);
      const length = storedLength(type, given, origin);
      return { ...facts, type, sqlType: { name, native }, length };
    }
    case 'list': {
      const item = itemType(known, given, origin);
      const stored = item && !isUnknown(item.sqlType) ? item.sqlType.timezone : undefined;
      return {
        ...facts,
        sqlType: { ...sqlType, ...(stored !== undefined && { timezone: stored }) },
        type: { name: 'list', items: itemsOf(item, given, origin) },
      };
    }
    case 'range':
      return { ...facts, type: { name: 'range', items: { name: known.items! } } };
    case 'decimal':
    case 'float':
      return { ...facts, type: numeric(known, given, origin) };
    case 'uuid': {
      const asUuid = asFlag(parameter(known, given, 'as_uuid'), origin, true);
      return { ...facts, type: isUnknown(asUuid) ? asUuid : { name: asUuid ? 'uuid' : 'str' } };
    }
    case 'bits': {
      const varying = asFlag(parameter(known, given, 'varying'), origin);
      const length = facts.length ?? (isUnknown(varying) ? varying : varying ? null : 1);
      return { ...facts, type: { name: 'bits' }, length };
    }
    default:
      return { ...facts, type: { name: known.python } };
  }
}

function numeric(known: KnownType, given: Call | undefined, origin: Origin): Known<TypeFacts> {
  const asDecimal = asFlag(parameter(known, given, 'asdecimal'), origin, known.asDecimal);
  if (isUnknown(asDecimal)) return asDecimal;
  return { name: asDecimal ? 'decimal' : 'float' };
}

function itemType(
  known: KnownType,
  given: Call | undefined,
  origin: Origin,
): ColumnType | undefined {
  const item = parameter(known, given, 'item_type');
  return item && readType(item, origin);
}

function itemsOf(
  item: ColumnType | undefined,
  given: Call | undefined,
  origin: Origin,
): Known<TypeFacts> {
  if (!item) return unknownAt('the type of the items of the array is unknown', origin);
  const { type } = item;
  const dimensions = given?.keywords.get('dimensions');
  if (dimensions?.kind === 'constant' && typeof dimensions.value === 'number') {
    let nested = type;
    for (let depth = 1; depth < Math.min(dimensions.value, 10); depth += 1)
      nested = { name: 'list', items: nested };
    return nested;
  }
  return type;
}

/** A type that is a class of the project, or of a package that can be read. */
function readClass(cls: ClassValue, given: Call | undefined, origin: Origin): ColumnType {
  const name = `${cls.module.name}.${cls.name}`;
  const sqlType: SqlTypeFacts = { name };
  const constructor = findMember(cls, '__init__');
  if (extendsSymbol(cls, /^sqlalchemy\..*\bTypeDecorator$/)) {
    return { ...decorated(cls, given, constructor !== undefined, origin), sqlType };
  }
  const base = libraryName(cls);
  const known = base === undefined ? undefined : knownType(base, dialectOf(cls));
  if (known) {
    // A constructor of its own may pass other arguments on than it is given.
    const lost =
      constructor &&
      unknownAt(`${cls.name} has its own constructor`, constructorOrigin(constructor));
    const facts = describeKnown(name, known, constructor ? undefined : given, origin);
    const own = pythonTypeOf(cls);
    const type =
      own ??
      (lost && ['enum', 'list', 'decimal', 'float', 'uuid'].includes(known.python)
        ? lost
        : facts.type);
    return lost
      ? { ...facts, type, sqlType, length: lost, precision: lost, scale: lost }
      : { ...facts, type, sqlType };
  }
  const lost = unknownAt(
    base === undefined
      ? `${name} is not a known column type`
      : `${name} does not define the Python type of its values`,
    cls.origin,
  );
  return {
    ...NOTHING,
    type: pythonTypeOf(cls) ?? lost,
    sqlType,
    length: lost,
    precision: lost,
    scale: lost,
  };
}

function constructorOrigin(member: { readonly from: number; readonly owner: ClassValue }): Origin {
  return { source: member.owner.outer.source, offset: member.from };
}

/** A `TypeDecorator`: what it stores is known by its `impl`, what it gives to Python is not. */
function decorated(
  cls: ClassValue,
  given: Call | undefined,
  ownConstructor: boolean,
  origin: Origin,
): ColumnType {
  const lost: Unknown = unknownAt(
    `${cls.name} is a TypeDecorator without a python_type`,
    cls.origin,
  );
  const impl = findMember(cls, 'impl')?.value;
  const stored = impl && storedType(impl, ownConstructor ? undefined : given, origin);
  const sizes =
    stored && (!ownConstructor || (impl.kind === 'call' && !setsImpl(cls)))
      ? stored
      : {
          length: unknownAt(`${cls.name} has its own constructor`, cls.origin),
          precision: unknownAt(`${cls.name} has its own constructor`, cls.origin),
          scale: unknownAt(`${cls.name} has its own constructor`, cls.origin),
        };
  // The decorator has the attributes of what it stores, unless it has its own.
  const size = (name: 'length' | 'precision' | 'scale') =>
    findMember(cls, name) ? unknownAt(`${cls.name} defines '${name}'`, cls.origin) : sizes[name];
  const said = pythonTypeOf(cls);
  return {
    length: size('length'),
    precision: size('precision'),
    scale: size('scale'),
    sqlType: { name: cls.name },
    type: said ?? resultOf(cls, sizes === stored ? stored.type : undefined) ?? lost,
    custom: said === undefined,
  };
}

/** What a decorator gives to Python: what it stores, if it converts nothing, else what its conversion is annotated with. */
function resultOf(cls: ClassValue, stored: Known<TypeFacts> | undefined): TypeFacts | undefined {
  const bases = linearise(cls).filter((base) => base.kind !== 'class');
  if (bases.some((base) => base.kind === 'unknown' || libraryName(base) === undefined))
    return undefined;
  if (CHOOSES_TYPE.some((name) => findMember(cls, name) !== undefined)) return undefined;
  const conversion = findMember(cls, 'process_result_value')?.value;
  if (conversion === undefined) return isUnknown(stored) ? undefined : stored;
  if (conversion.kind !== 'function' || conversion.decorators.length > 0) return undefined;
  const annotation = conversion.node.getChild('TypeDef')?.lastChild;
  if (!annotation) return undefined;
  const { scope } = conversion.frame;
  const origin = { source: scope.source, offset: annotation.from };
  const said = resolve(evaluate(annotation, annotationFrame(scope)), scope, origin);
  const type = pythonType(withoutNone(said, scope), scope, origin);
  // `Any` and type variables say nothing.
  const says = !isUnknown(type) && !/^(?:typing|builtins)\b/.test(type.class ?? '');
  return says ? type : undefined;
}

/** Methods by which a decorator may give something else than its `impl`, on some databases. */
const CHOOSES_TYPE = ['load_dialect_impl', 'result_processor', 'type_engine'];

/** Whether the constructor of a decorator chooses what it stores. */
function setsImpl(cls: ClassValue): boolean {
  const value = findMember(cls, '__init__')?.value;
  return (
    value?.kind === 'function' &&
    value.frame.text.slice(value.node.from, value.node.to).includes('impl')
  );
}

/** An `impl` that is a class takes the arguments of the decorator. */
function storedType(impl: Value, given: Call | undefined, origin: Origin): ColumnType {
  return impl.kind === 'call' || !given
    ? readType(impl, origin)
    : readType({ ...given, callee: impl }, origin);
}

/** What the property `python_type` of a type of the project returns. */
function pythonTypeOf(cls: ClassValue): TypeFacts | undefined {
  const member = classesOf(cls)
    .map((base) => findMember(base, 'python_type'))
    .find((found) => found !== undefined);
  if (!member?.value) return undefined;
  const value =
    member.value.kind === 'function' ? callFor(member.value, cls, cls.origin) : member.value;
  if (describe(value).endsWith('.python_type')) return typeOfImpl(cls);
  if (value.kind !== 'symbol') return undefined;
  const name = PYTHON_TYPES.get(value.path);
  if (name) return { name };
  return value.path === 'builtins.list' ? { name: 'list' } : undefined;
}

/** `return self.impl.python_type` */
function typeOfImpl(cls: ClassValue): TypeFacts | undefined {
  const impl = findMember(cls, 'impl')?.value;
  if (!impl || setsImpl(cls)) return undefined;
  const { type } = readType(impl, cls.origin);
  return isUnknown(type) ? undefined : type;
}

/** The type by the name that SQLAlchemy exports it under. */
export function libraryType(name: string, origin: Origin): ColumnType {
  return readSymbol(symbol(`sqlalchemy.${name}`), undefined, origin);
}

/** Whether a value can only be a type, an instance of one, or nothing that is known. */
export function isType(value: Value): boolean {
  if (value.kind === 'class') return libraryName(value) !== undefined;
  if (value.kind === 'symbol') {
    const name = libraryName(value);
    return name === undefined ? value.missing : /^[A-Z]/.test(name);
  }
  if (value.kind !== 'call') return false;
  if (value.callee.kind === 'attribute')
    return ['with_variant', 'evaluates_none', 'as_mutable'].includes(value.callee.name);
  if (value.callee.kind === 'symbol' && value.callee.path.endsWith('.as_mutable')) return true;
  return isType(value.callee);
}

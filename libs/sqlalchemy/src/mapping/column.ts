import { attributeDocstring, inOneLine } from '../classes/docstrings.js';
import { isCallOf } from '../evaluate/library.js';
import type { Call, Value } from '../evaluate/values.js';
import { isNone, isString } from '../evaluate/values.js';
import type {
  ColumnFacts,
  ComputedFacts,
  DefaultFacts,
  ForeignKeyFacts,
  IdentityFacts,
  Known,
  TypeFacts,
} from '../facts.js';
import { isUnknown } from '../facts.js';
import { typeOfAnnotation } from './annotated-types.js';
import { includesNone } from './annotations.js';
import { annotationMapOf } from './class-registry.js';
import { readDefault, readServerDefault } from './defaults.js';
import { readForeignKey } from './foreign-keys.js';
import { isAutoincrement, isInPrimaryKey, isUnique, keyForeignKeys } from './keys.js';
import { asFlag, asText, unknownAt } from './known.js';
import type { ColumnDefinition, Mapping } from './mapped-class.js';
import { pythonType } from './python-types.js';
import { typeOfForeignKey } from './registry.js';
import type { Said } from './said.js';
import { columnName, saidOf } from './said.js';
import type { ColumnType } from './types.js';
import { readType, unknownType } from './types.js';

/** Everything that is known of a column. `shallow` when it is asked for while it is read. */
export function readColumn(
  definition: ColumnDefinition,
  mapping: Mapping,
  shallow: boolean,
): ColumnFacts {
  const said = saidOf(definition);
  const { origin, attribute } = definition;
  const column = columnName(definition);
  const foreignKeys = readForeignKeys(said, column, mapping);
  const identity = readIdentity(said);
  const computed = readComputed(said);
  const primaryKey = readPrimaryKey(said, column, mapping);
  const type = columnType(said, definition, mapping, foreignKeys, shallow);
  const stated = statedType(type, definition);
  const made = readOwnDefault(said);
  const serverDefault = readOwnServerDefault(said);
  // Where other keys of the table cannot be read, its key is taken for what the columns say.
  const keys = isUnknown(foreignKeys) ? ownForeignKeys(said, mapping) : foreignKeys;
  const counted = {
    primaryKey,
    type: stated,
    foreignKeys: keys,
    default: made,
    serverDefault,
    computed,
  };
  return {
    attribute,
    column,
    table: mapping.table,
    type: stated,
    sqlType: type.sqlType,
    written: definition.written,
    nullable: readNullable(said, primaryKey, identity, column, mapping),
    length: type.length,
    precision: type.precision,
    scale: type.scale,
    primaryKey,
    unique: isUnique(said.keyword('unique'), column, mapping, origin),
    foreignKeys,
    default: made,
    onUpdate: readDefault(said.keyword('onupdate'), origin),
    serverDefault,
    serverOnUpdate: readServerOnUpdate(said),
    computed,
    identity,
    deferred: readDeferred(said, definition),
    about: readAbout(said, definition),
    at: origin.source.place(origin.offset),
    autoincrement: isAutoincrement(counted, said.keyword('autoincrement'), mapping),
  };
}

function columnType(
  said: Said,
  definition: ColumnDefinition,
  mapping: Mapping,
  foreignKeys: Known<readonly ForeignKeyFacts[]>,
  shallow: boolean,
): ColumnType {
  const { origin, annotation } = said;
  if (said.type) return readType(said.type, origin);
  // SQLAlchemy looks at the foreign keys of the column itself first; those of the table come later.
  const own = said.items('ForeignKey').length > 0;
  if (annotation && !own) {
    return typeOfAnnotation(
      annotation.type,
      annotation.scope,
      annotationMapOf(mapping.cls),
      origin,
    );
  }
  const [first] = isUnknown(foreignKeys) ? ownForeignKeys(said, mapping) : foreignKeys;
  if (first) {
    const found = shallow ? undefined : typeOfForeignKey(first, mapping);
    if (found) return found;
    const target = isUnknown(first.target) ? 'of its foreign key' : `'${first.target}'`;
    const reason = `it has the type of the column ${target}, which was not found`;
    return unknownType({ kind: 'unknown', reason, origin }, origin);
  }
  if (isUnknown(foreignKeys)) {
    return unknownType({ kind: 'unknown', reason: foreignKeys.unknown, origin }, origin);
  }
  return unknownType(
    { kind: 'unknown', reason: `${definition.attribute} has no type`, origin },
    origin,
  );
}

/** What a custom type leaves open, `Mapped[T]` tells. */
function statedType(type: ColumnType, { annotation, origin }: ColumnDefinition): Known<TypeFacts> {
  const isOpen = isUnknown(type.type) || type.type.name === 'json' || type.custom;
  if (!isOpen || annotation?.container === undefined) return type.type;
  const stated = pythonType(annotation.type, annotation.scope, origin);
  // `Mapped[str]` does not tell which texts an enum of the database takes.
  if (isEnumColumn(type) && !isUnknown(stated) && stated.name !== 'enum') return type.type;
  if (!isUnknown(type.type) && !type.custom) return ofJson(type.type, stated);
  return isUnknown(stated) ? type.type : stated;
}

function isEnumColumn({ sqlType }: ColumnType): boolean {
  return !isUnknown(sqlType) && /\bENUM$/i.test(sqlType.name);
}

/** JSON whose values are no objects: its annotation says so. */
function ofJson(json: TypeFacts, stated: Known<TypeFacts>): TypeFacts {
  const isObject = isUnknown(stated) || stated.name === 'json' || stated.name === 'object';
  return isObject ? json : { ...json, holds: stated };
}

function readNullable(
  said: Said,
  primaryKey: Known<boolean>,
  identity: Known<IdentityFacts | null>,
  column: Known<string>,
  mapping: Mapping,
): Known<boolean> {
  const { own, inner, annotation, isTypeOnly, origin } = said;
  for (const { keywords, open } of [own, inner]) {
    const value = keywords.get('nullable');
    if (value && isSpecified(value)) return asFlag(value, origin);
    if (open) return unknownAt(open.reason, open.origin);
  }
  if (isInPrimaryKey(column, mapping) === true) return false;
  if (annotation && !isTypeOnly) {
    const answer = includesNone(annotation.type, annotation.scope);
    if (answer !== undefined) return answer;
    const { type } = annotation;
    return type.kind === 'unknown'
      ? unknownAt(type.reason, type.origin)
      : unknownAt('whether the annotation allows None is not known', origin);
  }
  if (identity !== null) return isUnknown(identity) ? identity : false;
  return isUnknown(primaryKey) ? primaryKey : !primaryKey;
}

function isSpecified(value: Value): boolean {
  return !isNone(value) && !(value.kind === 'symbol' && value.path.endsWith('NULL_UNSPECIFIED'));
}

function readPrimaryKey(said: Said, column: Known<string>, mapping: Mapping): Known<boolean> {
  const { own, inner, origin } = said;
  for (const { keywords } of [own, inner]) {
    const flag = asFlag(keywords.get('primary_key'), origin);
    if (flag !== false) return flag;
  }
  const open = own.open ?? inner.open;
  const inKey = isInPrimaryKey(column, mapping);
  if (inKey === true) return true;
  const isSaid = own.keywords.has('primary_key') || inner.keywords.has('primary_key');
  return open && !isSaid ? unknownAt(open.reason, open.origin) : inKey;
}

function readForeignKeys(
  said: Said,
  column: Known<string>,
  mapping: Mapping,
): Known<readonly ForeignKeyFacts[]> {
  const { unread } = said;
  if (unread) return unknownAt(unread.reason, unread.origin);
  const others = keyForeignKeys(column, mapping);
  return isUnknown(others) ? others : [...ownForeignKeys(said, mapping), ...others];
}

function ownForeignKeys(said: Said, { cls }: Mapping): ForeignKeyFacts[] {
  return said.items('ForeignKey').map((item) => readForeignKey(item, cls));
}

function readOwnDefault(said: Said): Known<DefaultFacts | null> {
  const { origin } = said;
  const [sequence] = said.items('Sequence', 'ColumnDefault');
  const { keywords } = said.own;
  // An own default of mapped_column, also None, hides that of Annotated.
  const own = keywords.get('insert_default') ?? keywords.get('default');
  const value = own ?? said.keyword('insert_default') ?? said.keyword('default');
  return readDefault(value && !isNone(value) ? value : (sequence ?? said.unread), origin);
}

function readOwnServerDefault(said: Said): Known<DefaultFacts | null> {
  const item = said.items('FetchedValue', 'DefaultClause').find((one) => !isForUpdate(one));
  return readServerDefault(said.keyword('server_default') ?? item ?? said.unread, said.origin);
}

function readServerOnUpdate(said: Said): Known<DefaultFacts | null> {
  const item = said.items('FetchedValue', 'DefaultClause').find(isForUpdate);
  return readServerDefault(said.keyword('server_onupdate') ?? item ?? said.unread, said.origin);
}

/** `FetchedValue(for_update=True)` */
function isForUpdate({ keywords, args }: Call): boolean {
  const flag = keywords.get('for_update') ?? args[0];
  return flag?.kind === 'constant' && flag.value === true;
}

function readComputed(said: Said): Known<ComputedFacts | null> {
  const [item] = said.items('Computed');
  if (!item) return said.unread ? unknownAt(said.unread.reason, said.unread.origin) : null;
  const [text] = item.args;
  const sql = isCallOf(text, 'text') ? text.args[0] : text;
  return { sql: sql && isString(sql) ? sql.value : unknownAt('the SQL is not known', item.origin) };
}

function readIdentity(said: Said): Known<IdentityFacts | null> {
  const [item] = said.items('Identity');
  if (!item) return said.unread ? unknownAt(said.unread.reason, said.unread.origin) : null;
  return { always: asFlag(item.args[0] ?? item.keywords.get('always'), item.origin) };
}

/** What the source says of the column in words. */
function readAbout(said: Said, { owner, origin }: ColumnDefinition): string | null {
  for (const name of ['doc', 'comment']) {
    const text = asText(said.keyword(name), origin);
    if (typeof text === 'string') return inOneLine(text);
  }
  return attributeDocstring(owner, origin);
}

function readDeferred(said: Said, definition: ColumnDefinition): Known<boolean> {
  if (definition.wrapper === 'deferred') return true;
  const value = said.keyword('deferred');
  if (value) return asFlag(value, said.origin);
  const group = asText(said.keyword('deferred_group'), said.origin);
  return isUnknown(group) ? group : group !== null;
}

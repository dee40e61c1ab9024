import type { Call, Origin, Value } from '../evaluate/values.js';
import { isNone } from '../evaluate/values.js';
import type {
  ColumnFacts,
  ForeignKeyFacts,
  Known,
  PartialUniqueFacts,
  UniqueFacts,
  Unknown,
} from '../facts.js';
import { isUnknown } from '../facts.js';
import { readTarget } from './foreign-keys.js';
import { asFlag, asString, asText, unknownAt } from './known.js';
import type { ColumnDefinition, Mapping } from './mapped-class.js';
import { mappingOf, owner } from './mapped-class.js';
import { mapperArgument } from './mapper-arguments.js';
import { registryOf } from './registry.js';
import { columnKeyword, columnName, readColumnName } from './said.js';
import { namedColumns } from './table-args.js';
import { tableColumn } from './table-columns.js';

/** Whether `PrimaryKeyConstraint` names a column; unknown when it cannot be read. */
export function isInPrimaryKey(column: Known<string>, mapping: Mapping): Known<boolean> {
  const { primaryKey: key, unclear } = owner(mapping).arguments;
  if (!key || key.args.length === 0) {
    // What cannot be read may be the key where no column says to be one.
    return unclear && keyColumns(mapping) === 0 ? unknownAt(unclear.reason, unclear.origin) : false;
  }
  if (isUnknown(column)) return column;
  const columns = namedColumns(key.args, mapping, key);
  return isUnknown(columns) ? columns : columns.includes(column);
}

/** The attributes of the primary key, in its order. */
export function primaryKeyOf(mapping: Mapping): Known<readonly string[]> {
  if (mapping.parent && mapping.inheritance?.kind !== 'concrete')
    return primaryKeyOf(mapping.parent);
  if (mapperArgument(mapping.cls, 'primary_key'))
    return unknownAt('the primary key of the mapper is not read', mapping.cls.origin);
  const columns = mapping.columns();
  const key = mapping.arguments.primaryKey;
  if (key && key.args.length > 0) {
    const names = namedColumns(key.args, mapping, key);
    if (isUnknown(names)) return names;
    const attributes = names.map(
      (name) => columns.find(({ column }) => column === name)?.attribute,
    );
    return attributes.includes(undefined)
      ? unknownAt('the primary key names a column that is not known', key.origin)
      : (attributes as string[]);
  }
  const lost = columns.map(({ primaryKey }) => primaryKey).find(isUnknown);
  if (lost) return lost;
  const found = columns.filter(({ primaryKey }) => primaryKey === true);
  if (found.length === 0) {
    const [reason] = mapping.incomplete;
    if (reason) return reason;
    const { unclear } = mapping.arguments;
    return unclear
      ? unknownAt(unclear.reason, unclear.origin)
      : unknownAt(`${mapping.cls.name} has no primary key`, mapping.cls.origin);
  }
  // Columns with `sort_order=` come where it says.
  const order = ({ attribute }: ColumnFacts): number => {
    const value = mapping.find(attribute)?.definition.call?.keywords.get('sort_order');
    return value?.kind === 'constant' ? Number(value.value) : 0;
  };
  return [...found].sort((a, b) => order(a) - order(b)).map(({ attribute }) => attribute);
}

/** The attribute that a column object, or a name, stands for. */
export function attributeOfColumn(value: Value, mapping: Mapping): string | undefined {
  if (value.kind === 'constant' && typeof value.value === 'string')
    return mapping.find(value.value)?.definition.attribute;
  const key = tableColumn(value);
  if (key !== undefined) return mapping.findColumn(key)?.definition.attribute;
  if (value.kind === 'attribute') return mapping.find(value.name)?.definition.attribute;
  for (let at: Mapping | undefined = mapping; at; at = at.parent) {
    const found = at.local.find(({ call }) => call === value);
    if (found) return found.attribute;
  }
  return undefined;
}

const uniques = new WeakMap<Mapping, readonly UniqueFacts[]>();

/** The unique keys of the class's table; unknown ones for what may be one. */
export function uniquesOf(mapping: Mapping): readonly UniqueFacts[] {
  const table = owner(mapping);
  const lost: Unknown[] = [];
  for (const definition of ownColumns(mapping)) {
    const flag = asFlag(columnKeyword(definition, 'unique'), definition.origin);
    const name = columnName(definition);
    const why = isUnknown(flag) ? flag : flag && isUnknown(name) ? name : undefined;
    if (why) lost.push(why);
  }
  const { unclear } = table.arguments;
  if (unclear) lost.push(unknownAt(unclear.reason, unclear.origin));
  const [hidden] = [...table.incomplete, ...mapping.incomplete];
  if (hidden && lost.length === 0) lost.push(hidden);
  const entries = lost.map((why) => ({ columns: why, at: why.at }));
  return [...knownUniques(mapping), ...entries];
}

/** The columns of the class's table that the class knows of. */
function ownColumns(mapping: Mapping): readonly ColumnDefinition[] {
  const table = owner(mapping);
  return mapping === table ? table.local : [...table.local, ...mapping.local];
}

function knownUniques(mapping: Mapping): readonly UniqueFacts[] {
  const known = uniques.get(mapping);
  if (known) return known;
  const made = readUniques(mapping);
  uniques.set(mapping, made);
  return made;
}

function readUniques(mapping: Mapping): readonly UniqueFacts[] {
  const table = owner(mapping);
  const found: UniqueFacts[] = [];
  for (const definition of ownColumns(mapping)) {
    const { origin } = definition;
    const name = readColumnName(definition);
    if (name === undefined) continue;
    if (asFlag(columnKeyword(definition, 'unique'), origin) !== true) continue;
    found.push({ columns: [name], at: origin.source.place(origin.offset) });
  }
  // With single-table inheritance, a statement about a class makes a key of the table of its parent.
  const subclasses = registryOf(table.cls.module.all).family(mapping).map(mappingOf);
  for (const one of new Set([table, ...subclasses])) {
    const keys = keysOf(one);
    // Another class of the table may not have the columns.
    found.push(...(one === table ? keys : keys.filter(({ columns }) => isOf(columns, mapping))));
  }
  return found;
}

/** The unique indexes of the class's table that leave rows out. */
export function partialUniquesOf(mapping: Mapping): readonly PartialUniqueFacts[] {
  return owner(mapping)
    .arguments.partialUniques.map((item) => [item, item.args.slice(1)] as const)
    .filter(([, args]) => !isExpression(args))
    .map(([item, args]) => ({
      columns: namedColumns(args, mapping, item),
      where: conditionOf(item, mapping),
      at: item.origin.source.place(item.origin.offset),
    }));
}

/** `postgresql_where=text("deleted_at IS NULL")`, or `deleted_at.is_(None)` */
function conditionOf({ keywords, origin }: Call, mapping: Mapping): Known<string> {
  const where = keywords.get('postgresql_where');
  if (!where) return unknownAt('the condition of PostgreSQL is not known', origin);
  if (where.kind !== 'call' || where.callee.kind !== 'attribute') return asString(where, origin);
  const { name, base } = where.callee;
  const [value] = where.args;
  const columns = namedColumns([base], mapping, where);
  return name === 'is_' && value && isNone(value) && !isUnknown(columns)
    ? `${columns[0]!} IS NULL`
    : asString(where, origin);
}

/** The unique keys that are said besides the columns of a class. */
function keysOf(mapping: Mapping): UniqueFacts[] {
  const { uniques: constraints, uniqueIndexes } = mapping.arguments;
  const indexes = uniqueIndexes
    .map((item) => [item, item.args.slice(1)] as const)
    .filter(([, args]) => !isExpression(args));
  const all = [...constraints.map((item) => [item, item.args] as const), ...indexes];
  return all.map(([item, args]) => ({
    columns: item.open
      ? unknownAt(item.open.reason, item.open.origin)
      : namedColumns(args, mapping, item),
    ...(asFlag(item.keywords.get('deferrable'), item.origin) === true && { deferrable: true }),
    at: item.origin.source.place(item.origin.offset),
  }));
}

function isOf(columns: Known<readonly string[]>, mapping: Mapping): boolean {
  return isUnknown(columns) || columns.every((name) => mapping.findColumn(name) !== undefined);
}

/** An index on `lower(email)` is no key of columns. */
function isExpression(args: readonly Value[]): boolean {
  return args.some(
    (arg) =>
      arg.kind === 'call' &&
      arg.callee.kind === 'symbol' &&
      /\b(?:func\.\w+|text|desc|asc|literal_column|cast|coalesce)$/.test(arg.callee.path),
  );
}

/** Whether a column alone is a unique key. */
export function isUnique(
  flag: Value | undefined,
  column: Known<string>,
  mapping: Mapping,
  origin: Origin,
): Known<boolean> {
  const said = asFlag(flag, origin);
  if (said !== false) return said;
  const table = owner(mapping).arguments;
  let lost: Unknown | undefined =
    table.unclear && unknownAt(table.unclear.reason, table.unclear.origin);
  for (const { columns } of knownUniques(mapping)) {
    if (isUnknown(columns)) lost ??= columns;
    else if (columns.length === 1 && columns[0] === column) return true;
  }
  return lost ?? false;
}

/** The foreign keys that `ForeignKeyConstraint` gives a column; unknown where it may give one. */
export function keyForeignKeys(
  column: Known<string>,
  mapping: Mapping,
): Known<readonly ForeignKeyFacts[]> {
  const { foreignKeys, unclear } = owner(mapping).arguments;
  if (unclear) return unknownAt(unclear.reason, unclear.origin);
  const found: ForeignKeyFacts[] = [];
  for (const item of foreignKeys) {
    if (isUnknown(column)) return column;
    const { args, keywords, origin } = item;
    const names = listedColumns(args[0] ?? keywords.get('columns'), mapping, item);
    if (isUnknown(names)) return names;
    const index = names.indexOf(column);
    if (index < 0) continue;
    const targets = args[1] ?? keywords.get('refcolumns');
    const target = targets?.kind === 'sequence' ? targets.items[index] : undefined;
    found.push({
      target: target
        ? readTarget(target, mapping.cls, origin)
        : unknownAt('the columns of the foreign key cannot be read', origin),
      onDelete: asText(keywords.get('ondelete'), origin),
      onUpdate: asText(keywords.get('onupdate'), origin),
      at: origin.source.place(origin.offset),
    });
  }
  return found;
}

function listedColumns(
  value: Value | undefined,
  mapping: Mapping,
  item: Call,
): Known<readonly string[]> {
  return value?.kind === 'sequence' && !value.open
    ? namedColumns(value.items, mapping, item)
    : unknownAt('the columns of the foreign key cannot be read', item.origin);
}

/** Whether the database counts a key up: an integer, alone or said so, and nobody else's. */
export function isAutoincrement(
  column: Pick<ColumnFacts, 'primaryKey' | 'type' | 'default' | 'serverDefault' | 'computed'> & {
    readonly foreignKeys: readonly ForeignKeyFacts[];
  },
  said: Value | undefined,
  mapping: Mapping,
): Known<boolean> {
  if (column.primaryKey !== true) return column.primaryKey;
  if (said?.kind === 'unknown') return unknownAt(said.reason, said.origin);
  const explicit = said?.kind === 'constant' ? said.value : undefined;
  if (explicit === true || explicit === false) return explicit;
  const keys = keyColumns(mapping);
  if (isUnknown(keys)) return keys;
  if (keys > 1) return false;
  const { type, foreignKeys, default: made, serverDefault, computed } = column;
  if (isUnknown(type)) return type;
  if (type.name !== 'int') return false;
  for (const fact of [made, serverDefault, computed]) if (isUnknown(fact)) return fact;
  if (foreignKeys.length > 0 && explicit !== 'ignore_fk') return false;
  const own = made as { kind: string } | null;
  return (own === null || own.kind === 'sequence') && serverDefault === null && computed === null;
}

/** How many columns the key of the class's own table has. */
function keyColumns(mapping: Mapping): Known<number> {
  const table = owner(mapping);
  const key = table.arguments.primaryKey;
  if (key && key.args.length > 0) return key.args.length;
  let count = 0;
  for (const definition of table.local) {
    const flag = asFlag(columnKeyword(definition, 'primary_key'), definition.origin);
    if (isUnknown(flag)) return flag;
    if (flag) count += 1;
  }
  return count;
}

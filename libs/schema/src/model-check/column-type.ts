import {
  isUnknown,
  postgresqlTypes,
  type ColumnFacts,
  type Known,
  type TypeName,
  type Unknown,
} from '@rowhouse/sqlalchemy';

import type { CatalogColumn } from './relations.js';

/** What an array may hold, by the Python type of its items. */
const ITEMS: Readonly<Partial<Record<TypeName, readonly string[]>>> = {
  str: ['varchar', 'text', 'bpchar', 'citext', 'uuid'],
  int: ['int2', 'int4', 'int8'],
  float: ['float4', 'float8', 'numeric'],
  decimal: ['numeric'],
  bool: ['bool'],
  uuid: ['uuid'],
  date: ['date'],
  datetime: ['timestamp', 'timestamptz'],
  json: ['json', 'jsonb', 'hstore'],
};

/** How far a column has the type that its model says. */
export type TypeComparison =
  { readonly agree: true } | { readonly agree: false; readonly model: string } | Unknown;

/** Compares the type of a column with that in the database, sizes included. */
export function compareTypes(column: ColumnFacts, found: CatalogColumn): TypeComparison {
  const { sqlType, at } = column;
  if (isUnknown(sqlType)) return sqlType;
  const variant = sqlType.variants?.['postgresql'];
  const name = (variant ?? sqlType.name).replace(/^postgresql\./, '');
  const shown = variant ?? shownType(name, column);
  const agreeing = (agree: boolean): TypeComparison =>
    agree ? { agree } : { agree, model: shown };
  if (name === 'ARRAY') return compareItems(column, found);
  if (name === 'Enum' || name === 'ENUM') {
    const native = variant ? undefined : sqlType.native;
    if (native === undefined) return unsaid('whether the enum is stored as text', at);
    if (isUnknown(native)) return native;
    if (native) return agreeing(found.labels !== null && !found.isArray);
    if (found.isArray || found.base !== 'varchar') return agreeing(false);
    return compareSizes('varchar', column, found, shown);
  }
  const types = typesOf(name, column);
  if (types === undefined) return unsaid(`the type of ${sqlType.name} in the database`, at);
  if (isUnknown(types)) return types;
  if (found.isArray || !types.includes(found.base)) return agreeing(false);
  return variant ? { agree: true } : compareSizes(types[0]!, column, found, shown);
}

function compareItems({ type, at }: ColumnFacts, found: CatalogColumn): TypeComparison {
  if (!found.isArray) return { agree: false, model: 'ARRAY' };
  if (isUnknown(type)) return type;
  const items = type.items && itemsName(type.items);
  if (items === undefined) return unsaid('the type of the items of the array', at);
  if (isUnknown(items)) return items;
  const agree = ITEMS[items]?.includes(found.base) ?? true;
  return agree ? { agree } : { agree, model: `an ARRAY of ${items}` };
}

function unsaid(what: string, at: ColumnFacts['at']): Unknown {
  return { unknown: `the models do not say ${what}`, at };
}

function itemsName(
  items: NonNullable<Exclude<ColumnFacts['type'], Unknown>['items']>,
): Known<TypeName> {
  if (isUnknown(items)) return items;
  return items.name === 'list' && items.items ? itemsName(items.items) : items.name;
}

function typesOf(name: string, column: ColumnFacts): Known<readonly string[]> | undefined {
  const zone = isUnknown(column.sqlType) ? undefined : column.sqlType.timezone;
  switch (name) {
    case 'Float':
    case 'FLOAT':
      if (isUnknown(column.precision)) return column.precision;
      return [(column.precision ?? 53) <= 24 ? 'float4' : 'float8'];
    case 'DateTime':
    case 'DATETIME':
    case 'TIMESTAMP':
      return isUnknown(zone) ? zone : [zone ? 'timestamptz' : 'timestamp'];
    case 'Time':
    case 'TIME':
      return isUnknown(zone) ? zone : [zone ? 'timetz' : 'time'];
    default:
      return postgresqlTypes(name);
  }
}

function compareSizes(
  type: string,
  { length, precision, scale }: ColumnFacts,
  found: CatalogColumn,
  model: string,
): TypeComparison {
  const said = { varchar: [length], bpchar: [length], bit: [length], numeric: [precision, scale] }[
    type
  ];
  if (said === undefined) return { agree: true };
  const lost = said.find(isUnknown);
  if (lost) return lost;
  const sizes = said.filter((size) => typeof size === 'number');
  // `Numeric(10)` has no digits after the point, and `CHAR` is one letter.
  const whole = type === 'numeric' && sizes.length === 1 ? [...sizes, 0] : sizes;
  const expected =
    sizes.length === 0 && ['bpchar', 'bit'].includes(type) && found.sizes.length > 0 ? [1] : whole;
  const agree = expected.join() === found.sizes.join();
  return agree ? { agree } : { agree, model };
}

/** As the models' source has it: `String(200)`. */
function shownType(type: string, column: ColumnFacts): string {
  const { length, precision, scale, sqlType } = column;
  // What an enum becomes that is no type of the database.
  const name = !isUnknown(sqlType) && sqlType.native === false ? 'VARCHAR' : type;
  const sizes = [length, precision, scale].filter((size) => typeof size === 'number');
  const isZoned = !isUnknown(sqlType) && sqlType.timezone === true;
  const said = [...sizes, ...(isZoned ? ['timezone=True'] : [])].join(', ');
  return said === '' || /^enum$/i.test(name) ? name : `${name}(${said})`;
}

import { ownMembers } from '../evaluate/members.js';
import type { ClassValue, Value } from '../evaluate/values.js';
import { isNone, isString } from '../evaluate/values.js';
import { isCallOf } from '../evaluate/library.js';
import type { Unknown } from '../facts.js';
import { readColumnName } from './column.js';
import { unknownAt } from './known.js';
import { mapperArgument, mapperArguments } from './mapping.js';
import type { ColumnDefinition, Definition } from './members.js';

/** What a class maps, its columns by the attributes that it has for them; some it may leave out. */
interface MappedColumns {
  readonly definitions: readonly Definition[];
  readonly incomplete: readonly Unknown[];
}

/** The columns of a `__table__`, and what else the class maps. */
export function mappedColumns(
  columns: readonly ColumnDefinition[],
  cls: ClassValue,
  others: readonly Definition[],
): MappedColumns {
  const renamed = new Map<string, string>();
  for (const { name, value } of ownMembers(cls).values()) {
    const key = value && tableColumn(value);
    if (key !== undefined) renamed.set(key, name);
  }
  const { prefix, isLeftOut, incomplete } = mapperNames(cls);
  const own = ownMembers(cls);
  const mapped = columns.flatMap((column): readonly ColumnDefinition[] => {
    const key = column.attribute;
    const name = renamed.get(key);
    if (name !== undefined) return [{ ...column, attribute: name }];
    if (isLeftOut(key)) return [];
    const attribute = `${prefix}${key}`;
    // What the class has by the name of the column stands, unless it is mapped, too.
    const { value, annotation } = own.get(attribute) ?? {};
    const isMapped = others.some((one) => one.attribute === attribute && one.kind !== 'property');
    if (value && !annotation && !isNone(value) && !isMapped) return [];
    return [{ ...column, attribute }];
  });
  return { definitions: [...mapped, ...others], incomplete };
}

/**
 * What a class maps that declares its columns itself. The mapper names those that SQLAlchemy gives only to the
 * table: not what has another name there, nor what has options of the mapping.
 */
export function declaredColumns(
  definitions: readonly Definition[],
  cls: ClassValue,
): MappedColumns {
  // Such arguments are rare here: those that cannot be read say something else.
  if (mapperArguments(cls)?.kind !== 'dict') return { definitions, incomplete: [] };
  const { prefix, isLeftOut, incomplete } = mapperNames(cls);
  const named = definitions.flatMap((one): readonly Definition[] => {
    if (one.kind !== 'column' || one.wrapper || isSetInMapping(one)) return [one];
    const { attribute } = one;
    if (readColumnName(one) !== attribute) return [one];
    if (isLeftOut(attribute)) return [];
    return prefix ? [{ ...one, attribute: `${prefix}${attribute}`, namedAfter: attribute }] : [one];
  });
  return { definitions: named, incomplete };
}

/** Whether a `mapped_column` says more of the attribute than of the column. */
function isSetInMapping({ call }: ColumnDefinition): boolean {
  const options = ['deferred', 'deferred_group', 'deferred_raiseload', 'active_history'];
  return options.some((name) => call?.keywords.has(name));
}

/** What a mapper says of the names of all attributes. */
function mapperNames(cls: ClassValue): {
  readonly prefix: string;
  readonly isLeftOut: (key: string) => boolean;
  readonly incomplete: readonly Unknown[];
} {
  const incomplete: Unknown[] = [];
  const lost = (name: string) =>
    incomplete.push(unknownAt(`the ${name} of its mapper cannot be read`, cls.origin));
  const prefix = mapperArgument(cls, 'column_prefix');
  if (prefix && !isString(prefix) && !isNone(prefix)) lost('column_prefix');
  const listed = (name: string): ReadonlySet<string> | undefined => {
    const value = mapperArgument(cls, name);
    if (!value || isNone(value)) return undefined;
    const keys = value.kind === 'sequence' && !value.open ? value.items.map(keyOf) : [undefined];
    if (!keys.includes(undefined)) return new Set(keys as string[]);
    lost(name);
    return undefined;
  };
  const included = listed('include_properties');
  const excluded = listed('exclude_properties');
  return {
    prefix: isString(prefix) ? prefix.value : '',
    isLeftOut: (key) => Boolean(excluded?.has(key) || (included && !included.has(key))),
    incomplete,
  };
}

/** The key of the column that `table.c.id` and `__table__.c['id']` stand for. */
export function tableColumn(value: Value): string | undefined {
  if (value.kind === 'attribute' && isColumns(value.base)) return value.name;
  const [key] = value.kind === 'subscript' && isColumns(value.base) ? value.args : [];
  return isString(key) ? key.value : undefined;
}

function isColumns(value: Value): boolean {
  return (
    value.kind === 'attribute' &&
    /^(?:c|columns)$/.test(value.name) &&
    isCallOf(value.base, 'Table')
  );
}

function keyOf(value: Value): string | undefined {
  return isString(value) ? value.value : tableColumn(value);
}

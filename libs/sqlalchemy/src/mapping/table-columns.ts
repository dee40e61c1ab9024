import { isCallOf } from '../evaluate/library.js';
import { ownMembers } from '../evaluate/members.js';
import type { ClassValue, Value } from '../evaluate/values.js';
import { isNone, isString } from '../evaluate/values.js';
import type { Unknown } from '../facts.js';
import { unknownAt } from './known.js';
import type { ColumnDefinition, Definition } from './mapped-class.js';
import { mapperArgument } from './mapper-arguments.js';

/** The columns of a `__table__`, and what else the class maps. */
export function mappedColumns(
  columns: readonly ColumnDefinition[],
  cls: ClassValue,
  others: readonly Definition[],
): readonly Definition[] {
  const own = ownMembers(cls);
  const renamed = new Map<string, string>();
  for (const { name, value } of own.values()) {
    const key = value && tableColumn(value);
    if (key !== undefined) renamed.set(key, name);
  }
  const mapped = columns.flatMap((column): readonly ColumnDefinition[] => {
    const { attribute } = column;
    const name = renamed.get(attribute);
    if (name !== undefined) return [{ ...column, attribute: name }];
    // What the class has by the name of the column stands, unless it is mapped, too.
    const { value, annotation } = own.get(attribute) ?? {};
    const isMapped = others.some((one) => one.attribute === attribute && one.kind !== 'property');
    return value && !annotation && !isNone(value) && !isMapped ? [] : [column];
  });
  return [...mapped, ...others];
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

/** Why the mapper of a class names its attributes in a way that is not followed. */
export function renamedByMapper(cls: ClassValue): readonly Unknown[] {
  const names = ['column_prefix', 'include_properties', 'exclude_properties'];
  return names
    .filter((name) => (mapperArgument(cls, name)?.kind ?? 'unknown') !== 'unknown')
    .map((name) => unknownAt(`the ${name} of its mapper is not read`, cls.origin));
}

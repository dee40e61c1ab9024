import { ownMembers } from '../evaluate/members.js';
import { classesOf } from '../evaluate/mro.js';
import type { ClassValue } from '../evaluate/values.js';
import type { ColumnFacts, Known, Unknown } from '../facts.js';
import { unknownAt } from './known.js';
import type { Mapping } from './mapping.js';
import type { ColumnDefinition } from './members.js';

/** Columns in the order that they have in the table. */
export function inTableOrder(
  columns: readonly ColumnFacts[],
  mapping: Mapping,
): Known<readonly ColumnFacts[]> {
  if (columns.length < 2) return columns;
  const { sqlalchemy } = mapping.cls.module.all.searchPath.installed;
  return sqlalchemy && sqlalchemy[0] < 2 ? asMade(columns, mapping) : asSorted(columns, mapping);
}

/** Columns with `sort_order=` come where it says. */
function asSorted(columns: readonly ColumnFacts[], mapping: Mapping): readonly ColumnFacts[] {
  const order = (column: ColumnFacts): number => {
    const value = mapping.find(column.attribute)?.definition.call?.keywords.get('sort_order');
    return value?.kind === 'constant' && typeof value.value === 'number' ? value.value : 0;
  };
  return [...columns].sort((a, b) => order(a) - order(b));
}

/** Before SQLAlchemy 2, they come in the order in which Python made them: those of mixins first. */
function asMade(columns: readonly ColumnFacts[], mapping: Mapping): Known<readonly ColumnFacts[]> {
  let lost: Unknown | undefined;
  const made = columns.flatMap((column) => {
    const definition = mapping.find(column.attribute)?.definition;
    return definition ? [{ column, definition }] : [];
  });
  made.sort((one, other) => {
    const [a, b] = [madeBy(one.definition), madeBy(other.definition)];
    if (!a || !b) return Number(!a) - Number(!b);
    if (a.module === b.module) return one.definition.origin.offset - other.definition.origin.offset;
    if (classesOf(a).includes(b)) return 1;
    if (classesOf(b).includes(a)) return -1;
    lost ??= unknownAt(
      `the order of its columns depends on whether ${a.module.name} or ${b.module.name} is imported first`,
      mapping.cls.origin,
    );
    return 0;
  });
  return lost ?? made.map(({ column }) => column);
}

/** The class whose body makes a column; undefined for one that a function makes, which comes later. */
function madeBy({ attribute, owner }: ColumnDefinition): ClassValue | undefined {
  return ownMembers(owner).get(attribute)?.value?.kind === 'function' ? undefined : owner;
}

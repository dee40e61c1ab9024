import type { ColumnFacts, TypeFacts } from '@rowhouse/sqlalchemy';

import {
  isPartOfJson,
  itemType,
  isScalarType,
  rowOf,
  typeRows,
  type FieldType,
} from '../config/field-types.js';
import { known } from './known.js';

/** What a field takes from the type of its column. */
export interface ColumnType {
  readonly type: FieldType;
  readonly enum?: readonly (string | number)[];
  /** The class of an enum. */
  readonly class?: string;
}

/** What the type of a column makes of a field; undefined where no field type is like it. */
export function columnType(type: TypeFacts, model: string): ColumnType | undefined {
  if (type.name === 'enum') return enumType(type, model);
  if (type.name === 'list') {
    const item = itemOf(type);
    if (item?.enum) return isSameInJson(item.enum) ? { type: 'list[str]' } : undefined;
    return item && isScalarType(item.name) && typeRows[item.name].isItem
      ? { type: `list[${item.name}]` as FieldType }
      : undefined;
  }
  if (type.name === 'range') {
    const end = type.items && known(type.items);
    return end && { type: `range[${end.name}]` as FieldType };
  }
  // A field of JSON is an object.
  if (type.holds) return undefined;
  return isScalarType(type.name) ? { type: type.name } : undefined;
}

function enumType({ enum: facts }: TypeFacts, model: string): ColumnType | undefined {
  const stored = facts && known(facts.stored);
  if (facts === undefined) return undefined;
  if (facts.class === null) return stored && { type: 'str', enum: stored };
  const values = enumValues(facts);
  if (values === undefined) return undefined;
  const isText = values.every((value) => typeof value === 'string');
  if (!isText && !values.every((value) => Number.isInteger(value))) return undefined;
  // A class inside another cannot be imported by its path.
  if (facts.class.startsWith(`${model}.`)) {
    return isText && String(stored) === String(values) ? { type: 'str', enum: values } : undefined;
  }
  return { type: isText ? 'str' : 'int', enum: [...new Set(values)], class: facts.class };
}

function itemOf({ items }: TypeFacts): TypeFacts | undefined {
  return items && known(items);
}

/** Whether the database stores the members of an enum as they are in JSON. */
function isSameInJson(facts: NonNullable<TypeFacts['enum']>): boolean {
  const stored = known(facts.stored);
  return stored !== undefined && String(stored) === String(enumValues(facts));
}

/** Whether a column is a list of names of members, which an answer would turn into their values. */
export function holdsNames(type: TypeFacts): boolean {
  const item = type.name === 'list' ? itemOf(type) : undefined;
  const stored = item?.enum && known(item.enum.stored);
  return stored !== undefined && !isSameInJson(item!.enum!);
}

/** What the members of an enum are in JSON. */
export function enumValues(
  facts: NonNullable<TypeFacts['enum']>,
): readonly (string | number)[] | undefined {
  if (facts.class === null) return known(facts.stored);
  const values = known(facts.members)?.map(({ value }) => known(value));
  return values?.every((value) => typeof value === 'string' || typeof value === 'number')
    ? values
    : undefined;
}

/** Whether a column can have any JSON. */
export function isJson(column: ColumnFacts): boolean {
  return known(column.type)?.name === 'json';
}

/** How what a config says of a type goes with its column. */
export type Agreement = 'same' | 'lossy' | 'contradiction';

/**
 * Whether a field of a type can stand for a column. A type that is unknown, or that no field type is
 * like, agrees with any.
 */
export function agreement(said: FieldType, column: ColumnFacts, model: string): Agreement {
  const type = known(column.type);
  if (type === undefined) return 'same';
  if (isJson(column)) return said === 'json' || isPartOfJson(said) ? 'same' : 'contradiction';
  const own = columnType(type, model);
  if (own?.type === said) return 'same';
  if (isUnlikeMembers(said, type)) return 'contradiction';
  if (own === undefined) return 'same';
  if (type.name === 'decimal' && said === 'float') return 'lossy';
  return rowOf(said)?.columns?.includes(type.name) ? 'same' : 'contradiction';
}

/** Whether a member of an enum, or of the items of a list, has a value that is none of a type. */
function isUnlikeMembers(said: FieldType, type: TypeFacts): boolean {
  const facts = type.name === 'list' ? itemOf(type)?.enum : type.enum;
  const item: string = itemType(said) ?? said;
  const isText = (value: unknown) => typeof value === 'string';
  const isOfType = item === 'str' ? isText : item === 'int' ? Number.isInteger : undefined;
  return (
    isOfType !== undefined && facts !== undefined && enumValues(facts)?.every(isOfType) === false
  );
}

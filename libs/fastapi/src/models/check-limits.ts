import type { ColumnFacts, Place } from '@rowhouse/sqlalchemy';

import { constraints, type Constraint, type ConstraintName } from '../config/constraints.js';
import type { FieldType } from '../config/field-types.js';
import { comparisonsOf, type Comparison } from './check-sql.js';
import { known } from './known.js';
import type { Model } from './source.js';

/** A limit of a field that the model has. */
export interface Limit {
  readonly key: ConstraintName;
  readonly limit: number;
  /** The check that says it, unless the type of the column does. */
  readonly check?: string;
  readonly at: Place;
}

/** The values that a check allows. */
export interface Choices {
  readonly values: readonly (string | number)[];
  readonly check: string;
  readonly at: Place;
}

/** The keys of a field that limit it on the same side. */
const SIDES: readonly (readonly ConstraintName[])[] = [
  ['ge', 'gt'],
  ['le', 'lt'],
];

export function sideOf(key: ConstraintName): readonly ConstraintName[] {
  return SIDES.find((side) => side.includes(key)) ?? [key];
}

/** Whether a limit lets values through that another one of the same side does not. */
export function isLaxer(one: KeyedLimit, other: KeyedLimit, type: FieldType): boolean {
  const [own, than] = [closed(one, type), closed(other, type)];
  if (own === than) return isOpen(other, type) && !isOpen(one, type);
  return constraints[one.key].wider === 'greater' ? own > than : own < than;
}

type KeyedLimit = Pick<Limit, 'key' | 'limit'>;

function isOpen({ key }: KeyedLimit, type: FieldType): boolean {
  return (key === 'gt' || key === 'lt') && type !== 'int';
}

/** `> 0` is `>= 1`, of whole numbers. */
function closed({ key, limit }: KeyedLimit, type: FieldType): number {
  if (type !== 'int') return limit;
  return limit + (key === 'gt' ? 1 : key === 'lt' ? -1 : 0);
}

/** The limits of a column by the checks of its table, the strictest of each side. */
export function checkedLimits(
  column: ColumnFacts,
  type: FieldType,
  model: Model,
): readonly Limit[] {
  const found = new Map<string, Limit>();
  for (const { comparison, check, at } of comparisonsWith(column, model)) {
    const made = limitOf(comparison, type);
    if (made === undefined) continue;
    const { key, limit } = made;
    const { appliesTo, limitProblem } = constraints[key] as Constraint;
    if (!appliesTo(type) || limitProblem?.(limit, type) !== undefined) continue;
    const side = sideOf(key).join();
    const other = found.get(side);
    if (other && !isLaxer(other, made, type)) continue;
    found.set(side, { key, limit, check, at });
  }
  return [...found.values()];
}

/** The only values of a column by the checks of its table. */
export function checkedChoices(
  column: ColumnFacts,
  type: FieldType,
  model: Model,
): Choices | undefined {
  // Of these, PostgreSQL takes other cases for the same.
  if (known(column.sqlType)?.name === 'postgresql.CITEXT') return undefined;
  for (const { comparison, check, at } of comparisonsWith(column, model)) {
    const { operator, isLength, values } = comparison;
    if (isLength || (operator !== 'in' && operator !== '=')) continue;
    const fits = values.every((value) =>
      type === 'int' ? Number.isSafeInteger(value) : type === 'str' && typeof value === 'string',
    );
    if (fits) return { values: [...new Set(values)], check, at };
  }
  return undefined;
}

function comparisonsWith(column: ColumnFacts, { facts }: Model) {
  const name = known(column.column);
  const sqlType = known(column.sqlType)?.name;
  // The database compares what a type of the project makes of a value.
  const isOwnType = sqlType === undefined || /^(?!postgresql\.).*\./.test(sqlType);
  if (name === undefined || isOwnType) return [];
  return (known(facts.checks) ?? []).flatMap(({ sql, table, at }) => {
    const check = known(sql);
    if (check === undefined || known(table) !== known(column.table)) return [];
    const comparisons = comparisonsOf(check) ?? [];
    return comparisons
      .filter((each) => each.column === name)
      .map((comparison) => ({ comparison, check, at }));
  });
}

const BOUNDS = { '>': 'gt', '>=': 'ge', '<': 'lt', '<=': 'le' } as const;

function limitOf(
  { isLength, operator, values: [value] }: Comparison,
  type: FieldType,
): KeyedLimit | undefined {
  if (!isLength && value === '' && operator === '<>') return { key: 'min_length', limit: 1 };
  if (typeof value !== 'number') return undefined;
  if (!isLength) {
    // Fields of whole numbers are compared with whole numbers, and no field with more digits than JavaScript has.
    return operator in BOUNDS && Math.abs(value) <= Number.MAX_SAFE_INTEGER
      ? { key: BOUNDS[operator as keyof typeof BOUNDS], limit: value }
      : undefined;
  }
  if (!Number.isInteger(value) || value < 0 || type.startsWith('list')) return undefined;
  switch (operator) {
    case '>':
      return { key: 'min_length', limit: value + 1 };
    case '>=':
      return { key: 'min_length', limit: value };
    case '<':
      return value > 0 ? { key: 'max_length', limit: value - 1 } : undefined;
    case '<=':
      return { key: 'max_length', limit: value };
    case '<>':
      return value === 0 ? { key: 'min_length', limit: 1 } : undefined;
    default:
      return undefined;
  }
}

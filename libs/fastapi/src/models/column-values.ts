import { text, unquoted, type Problem } from '@rowhouse/core';
import type { ColumnFacts } from '@rowhouse/sqlalchemy';

import { constraintRows, type ConstraintName } from '../config/constraints.js';
import { known } from './known.js';
import type { Run } from './prepare.js';

/** Whether the database makes each value itself. */
export function isGenerated({ computed, identity }: ColumnFacts): boolean {
  const counted = known(identity);
  return Boolean(known(computed)) || (counted ? known(counted.always) === true : false);
}

/** The limits of a column, by the constraints of a field. */
export function limitsOf(column: ColumnFacts): readonly (readonly [ConstraintName, number])[] {
  const type = known(column.type);
  return constraintRows.flatMap(([name, constraint]) => {
    if (type === undefined || type.name !== constraint.column?.type) return [];
    if (!countsDigits(column)) return [];
    const limit = known(column[constraint.column.limit]);
    return typeof limit === 'number' ? [[name, limit] as const] : [];
  });
}

/**
 * Whether the digits of a column are those that Pydantic counts. Of `Numeric(3, 5)` and `Numeric(5, -2)`, the
 * first three after `0.00` and the hundreds, the database alone can say what fits.
 */
function countsDigits(column: ColumnFacts): boolean {
  const precision = known(column.precision) ?? Infinity;
  const scale = known(column.scale) ?? 0;
  return scale >= 0 && scale <= precision;
}

/** Whether a row gets a value when none is given. */
export function hasDefault(column: ColumnFacts): boolean {
  const { default: initial, serverDefault, identity, computed, autoincrement } = column;
  const values = [initial, serverDefault, identity, computed].map((each) => known(each));
  return (
    values.some((value) => value !== undefined && value !== null) || known(autoincrement) === true
  );
}

/** Whether a column holds dates and times without a time zone. */
export function isLocal({ sqlType }: ColumnFacts): boolean {
  const type = known(sqlType);
  return type?.timezone !== undefined && known(type.timezone) === false;
}

/** Why a column gives a field no type. */
export function untyped(column: ColumnFacts, run: Run): Problem {
  const { attribute, type, sqlType, at } = column;
  const example = known(type)?.name === 'list' ? 'list[str]' : 'str';
  const fix = text`Write its type: { name: ${attribute}, type: ${example} }, or another type.`;
  const code = 'untyped-field';
  const name = known(sqlType)?.name ?? 'its column';
  const where = run.source.where(at);
  if (known(type) === undefined && 'unknown' in type) {
    return {
      code,
      message: text`its type is not known: ${unquoted(type.unknown)} (${unquoted(run.source.where(type.at))})`,
      fix,
    };
  }
  if (known(type)?.holds) {
    return {
      code,
      message: text`a JSON field is an object, but the column contains other values (${unquoted(where)})`,
      fix: text`Define their type, such as ${unquoted('Tags = list[str]')}, and write { name: ${attribute}, type: ${'json'}, class: ${'shop.types.Tags'} }.`,
    };
  }
  return {
    code,
    message: text`no field type corresponds to ${unquoted(name)} (${unquoted(where)})`,
    fix,
  };
}

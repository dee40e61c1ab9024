import { text, unquoted, type Problem } from '@rowhouse/core';
import type { ColumnFacts } from '@rowhouse/sqlalchemy';

import { constraintRows, constraints, type ConstraintName } from '../config/constraints.js';
import type { FieldType } from '../config/field-types.js';
import { checkedLimits, isLaxer, type Limit } from './check-limits.js';
import { known } from './known.js';
import type { Run } from './prepare.js';
import type { Model } from './source.js';

/** Whether the database makes each value itself. */
export function isGenerated({ computed, identity }: ColumnFacts): boolean {
  const counted = known(identity);
  return Boolean(known(computed)) || (counted ? known(counted.always) === true : false);
}

/** The limits of a column of which a field is of a type: those of its own type, and of the checks of its table. */
export function limitsOf(column: ColumnFacts, type: FieldType, model: Model): readonly Limit[] {
  const checked = checkedLimits(column, type, model);
  const own = limitsOfType(column).filter(
    ({ key, limit }) =>
      constraints[key].appliesTo(type) &&
      !checked.some((each) => each.key === key && !isLaxer(each, { key, limit }, type)),
  );
  const isOwn = (key: ConstraintName) => own.some((each) => each.key === key);
  return [...own, ...checked.filter(({ key }) => !isOwn(key))];
}

function limitsOfType(column: ColumnFacts): readonly Limit[] {
  const type = known(column.type);
  return constraintRows.flatMap(([key, constraint]) => {
    if (type === undefined || type.name !== constraint.column?.type) return [];
    if (!countsDigits(column)) return [];
    const limit = known(column[constraint.column.limit]);
    return typeof limit === 'number' ? [{ key, limit, at: column.at }] : [];
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

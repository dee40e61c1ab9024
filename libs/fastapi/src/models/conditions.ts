import { didYouMean, text, unquoted, type ConfigPath } from '@rowhouse/core';
import type { ColumnFacts } from '@rowhouse/sqlalchemy';

import { comparisonsIn, type Test, type Value } from '../config/conditions.js';
import type { WrittenAccess } from '../config/written.js';
import { columnType, type ColumnType } from './column-types.js';
import { attributesOf, columnOf } from './field.js';
import type { Run } from './prepare.js';
import { known } from './known.js';
import type { Model } from './source.js';

/** The types of columns whose values a config can write, and what it writes them as. */
const writable: Readonly<Record<string, string>> = {
  str: 'string',
  int: 'number',
  bool: 'boolean',
};

/** The bits of the columns of integers, by the type of SQLAlchemy; others hold all that a config can write. */
const integerBits: Readonly<Record<string, number>> = {
  Integer: 32,
  INTEGER: 32,
  INT: 32,
  SmallInteger: 16,
  SMALLINT: 16,
};

/**
 * The classes of the enums that the rules of `access` compare with, and which fields are never NULL. Reports the
 * fields, values and claims of conditions that do not go with the model.
 */
export function completeConditions(
  { rules }: WrittenAccess,
  model: Model,
  path: ConfigPath,
  run: Run,
) {
  if (rules === undefined) return {};
  const enums: Record<string, string> = {};
  const neverNull = new Set<string>();
  rules.forEach((rule, index) => {
    for (const key of ['where', 'check'] as const) {
      for (const { path: inner, comparison } of comparisonsIn(rule?.[key] ?? {})) {
        const place = [...path, 'access', 'rules', index, key, ...inner];
        const { field, test } = comparison;
        const column = columnNamed(field, place, model, run);
        if (!column) continue;
        const type = known(column.type);
        const own = type && columnType(type, model.path);
        if (own?.class !== undefined) enums[field] = own.class;
        if (known(column.nullable) === false) neverNull.add(field);
        checkTest(test, column, own, place, model, run);
      }
    }
  });
  return { enums, never_null: [...neverNull] };
}

/** The column of a field of `access`; one that there is not is reported, if that is known. */
export function columnNamed(
  name: string,
  place: ConfigPath,
  model: Model,
  run: Run,
): ColumnFacts | undefined {
  const column = columnOf(name, model);
  if (column || model.facts.incomplete.length > 0) return column;
  const where = unquoted(run.source.where(model.facts.at));
  run.report(place, {
    code: 'unknown-attribute',
    found: name,
    message: text`${unquoted(model.facts.name)} has no such column (${where})`,
    fix: didYouMean(name, attributesOf(model)) ?? text`Its columns: ${attributesOf(model)}.`,
  });
  return undefined;
}

function checkTest(
  test: Test,
  column: ColumnFacts,
  own: ColumnType | undefined,
  place: ConfigPath,
  model: Model,
  run: Run,
): void {
  const at = () => run.source.where(column.at);
  switch (test.kind) {
    case 'user':
      checkClaim(test.attribute, column, [...place], model, run);
      break;
    case 'null':
      if (known(column.nullable) === false) {
        run.source.note(
          `${model.facts.name}.${column.attribute} is never NULL (${at()}), and a rule of access asks for it`,
        );
      }
      break;
    default: {
      if (own === undefined) return;
      const values = test.kind === 'is' ? [test.value] : test.values;
      for (const value of values) {
        const size = own.enum === undefined ? sizeProblem(value, column) : undefined;
        const problem = valueProblem(value, own) ?? size;
        if (problem === undefined) continue;
        run.report(place, {
          code: 'contradicts-model',
          found: value,
          message: text`${problem.message} (${unquoted(at())} has ${unquoted(column.written)})`,
          fix: problem.fix,
        });
      }
    }
  }
}

function valueProblem(value: Value, own: ColumnType) {
  if (own.enum !== undefined) {
    if (own.enum.includes(value as string)) return undefined;
    const names = own.enum.map(String);
    return {
      message: text`it is not a value of the column`,
      fix: didYouMean(String(value), names) ?? text`Its values: ${own.enum}.`,
    };
  }
  const expected = Object.hasOwn(writable, own.type) ? writable[own.type] : undefined;
  if (typeof value === expected) return undefined;
  return {
    message:
      expected === undefined
        ? text`a config cannot contain a value of type ${own.type}`
        : text`it is not a ${unquoted(expected)}`,
    fix:
      expected === undefined
        ? "Compare it with {user: '...'} or {'null': true}."
        : `Write a ${expected}.`,
  };
}

/** Why a column cannot hold a value of its type. */
function sizeProblem(value: Value, { length, sqlType }: ColumnFacts) {
  if (typeof value === 'string') {
    const most = known(length) ?? Infinity;
    if ([...value].length <= most) return undefined;
    return {
      message: text`it is longer than any value of the column`,
      fix: `Write at most ${most} characters.`,
    };
  }
  const bits = integerBits[known(sqlType)?.name ?? ''];
  if (typeof value !== 'number' || bits === undefined) return undefined;
  const end = 2 ** (bits - 1);
  if (value >= -end && value < end) return undefined;
  return {
    message: text`it is beyond the range of the column`,
    fix: `Write a number between ${-end} and ${end - 1}.`,
  };
}

/** Reports a claim that is of another type than the column that it is compared with. */
export function checkClaim(
  attribute: string | undefined,
  column: ColumnFacts,
  place: ConfigPath,
  model: Model,
  run: Run,
): void {
  const spec = attribute === undefined ? undefined : run.claims[attribute];
  const claim = typeof spec === 'object' ? spec.type : spec;
  const type = known(column.type);
  const own = type && columnType(type, model.path)?.type;
  if (own === undefined || claim === undefined || claim.replace(' | None', '') === own) return;
  run.report(place, {
    code: 'contradicts-model',
    found: attribute,
    message: text`the claim has type ${claim}`,
    but: text`${unquoted(run.source.where(column.at))} has ${unquoted(column.written)}`,
    fix: text`Change the type of the claim to ${own}.`,
  });
}

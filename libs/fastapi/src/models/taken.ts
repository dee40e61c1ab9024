import { text, unquoted, type ConfigPath } from '@rowhouse/core';
import { snakeCase } from '@rowhouse/python';
import type { ColumnFacts } from '@rowhouse/sqlalchemy';

import type { Role } from '../config/field-list.js';
import { isArgument } from './constructor.js';
import { hasDefault, isGenerated, untyped } from './column-values.js';
import { completeField } from './field.js';
import { columnType } from './column-types.js';
import type { Run } from './prepare.js';
import { listed } from './listed.js';
import { known } from './known.js';
import { checkSupported, unsupportedColumns } from './not-supported.js';
import type { Model } from './source.js';

/**
 * The fields of an operation that lists none. What is read are all columns but deferred ones; what is
 * written leaves out keys that make themselves, generated columns, version counters, discriminators and time stamps.
 *
 * @returns undefined where there is a problem, which is reported at the entry.
 */
export function takenFields(
  role: Role,
  model: Model,
  run: Run,
  path: ConfigPath,
): readonly unknown[] | undefined {
  const { facts } = model;
  const taken = facts.columns.filter((column) => isTaken(column, role, model));
  const secrets = taken.filter(isSecret);
  if (secrets.length > 0) {
    const places = secrets.map((each) => `${each.attribute} (${run.source.where(each.at)})`);
    run.report(path, {
      code: 'secret-column',
      message: text`without 'fields', it uses all columns of ${unquoted(facts.name)}, and some may be secrets: ${unquoted(listed(places))}`,
      fix: "List its 'fields'.",
    });
    return undefined;
  }
  const told = taken.map((column) => {
    const name = column.attribute;
    return checkSupported(unsupportedColumns, column, run, path, { name });
  });
  if (told.includes(false)) return undefined;
  const odd = taken.filter((column) => {
    const type = known(column.type);
    return type === undefined || columnType(type, model.path) === undefined;
  });
  for (const column of odd) {
    run.report(path, {
      ...untyped(column, run),
      name: column.attribute,
      fix: text`List its 'fields', with a type for ${column.attribute}, or without it.`,
    });
  }
  if (odd.length > 0) return undefined;
  if (facts.incomplete.length > 0) {
    const { unknown, at } = facts.incomplete[0]!;
    run.source.note(
      `${facts.name} may have more columns than its source says: ${unknown} (${run.source.where(at)}); operations without fields take those that are known`,
    );
  }
  return taken.map((column) => completeField(column.attribute, role, model, run, path));
}

/** Whether an operation that lists no fields takes a column. */
export function isTaken(column: ColumnFacts, role: Role, model: Model): boolean {
  const { facts, stamped, deletedAt } = model;
  // Rows that are read have NULL there.
  if (column.attribute === deletedAt) return false;
  // A text search vector is for searches in the database.
  if (known(column.type)?.name === 'tsvector') return false;
  if (role === 'read') return known(column.deferred) !== true;
  if (known(facts.versionCounter) === column.attribute) return false;
  // It can only be what the class of the row says.
  if (facts.discriminator === column.attribute) return false;
  if (stamped?.has(column.attribute)) return false;
  if (isGenerated(column) || known(column.identity) || isTimeStamp(column)) return false;
  if (role === 'create' && !isArgument(column.attribute, facts)) return false;
  const isKey = known(column.primaryKey) === true;
  return !isKey || (role === 'create' && !hasDefault(column));
}

/** Whether a column says when its row was made or changed. */
function isTimeStamp(column: ColumnFacts): boolean {
  if (known(column.onUpdate) || known(column.serverOnUpdate)) return true;
  return [column.default, column.serverDefault].some((fact) => {
    const initial = known(fact);
    return Boolean(initial) && known(initial!.currentTime) === true;
  });
}

const secretWords = new Set(['password', 'passwd', 'hash', 'token', 'secret']);

/** Whether a column is called like a secret. */
export function isSecret({ attribute, column }: ColumnFacts): boolean {
  return [attribute, known(column) ?? ''].some((name) => {
    const words = snakeCase(name).toLowerCase();
    return (
      words.split('_').some((word) => secretWords.has(word)) ||
      /(?:^|_)(?:api_key|private_key)(?:_|$)/.test(words)
    );
  });
}

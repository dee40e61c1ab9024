import { text, unquoted, type ConfigPath } from '@rowhouse/core';
import type { ColumnFacts } from '@rowhouse/sqlalchemy';

import { known } from './known.js';
import type { Run } from './prepare.js';
import type { Model } from './source.js';

/** The column of the primary key that the database computes from a column, as far as the SQL of the key is known. */
export function keyComputedOf({ column }: ColumnFacts, { facts }: Model): ColumnFacts | undefined {
  const name = known(column);
  return facts.columns.find(({ primaryKey, computed }) => {
    const sql = known(known(computed)?.sql);
    if (known(primaryKey) !== true || sql === undefined || name === undefined) return false;
    const words = sql.replaceAll(/'[^']*'/g, '').match(/\w+/g) ?? [];
    // PostgreSQL reads names without quotes in lower case.
    return words.some((word) => word === name || word.toLowerCase() === name);
  });
}

/** Reports a field of an update that would change the key of the row: SQLAlchemy does not find the row again. */
export function checkComputedKey(
  column: ColumnFacts,
  model: Model,
  run: Run,
  path: ConfigPath,
): void {
  const key = keyComputedOf(column, model);
  if (key === undefined) return;
  run.report(path, {
    code: 'computed-key',
    name: column.attribute,
    message: text`an update cannot change it: the database computes the primary key ${unquoted(key.attribute)} from it (${unquoted(run.source.where(key.at))}), and SQLAlchemy does not find the row again by its new key`,
    fix: 'Remove it from the update, or give the model another primary key.',
  });
}

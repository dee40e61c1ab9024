import { text, unquoted, type AnyOperation, type ConfigPath } from '@rowhouse/core';

import { columnOf } from './field.js';
import { known } from './known.js';
import type { Run } from './prepare.js';
import { locksRow, nameIn } from './row-locks.js';
import type { Model } from './source.js';

/**
 * Reports an operation that would compare PostgreSQL's `xmin` with a text, to see that nobody else changed the row.
 * SQLAlchemy's documentation maps it to `String`, but asyncpg sends the type along, and PostgreSQL compares it with numbers alone.
 */
export function checkVersionCounter(
  entry: unknown,
  operation: AnyOperation,
  model: Model,
  run: Run,
  path: ConfigPath,
): void {
  const counter = known(model.facts.versionCounter);
  const column = locksRow(operation) && counter ? columnOf(counter, model) : undefined;
  if (!column || known(column.column) !== 'xmin' || known(column.type)?.name !== 'str') return;
  run.report(path, {
    code: 'version-counter',
    found: nameIn(entry, operation),
    message: text`${unquoted(model.facts.name)} has ${'xmin'} as a text for its version counter (${unquoted(run.source.where(column.at))}), which PostgreSQL cannot compare with asyncpg`,
    fix: text`Map it to ${'Integer'} instead of ${'String'}.`,
  });
}

import { text, unquoted, type AnyOperation } from '@rowhouse/core';

import type { WrittenEntry } from './entry-operation.js';
import { columnOf } from './field.js';
import { known } from './known.js';
import type { Run } from './prepare.js';
import { locksRow } from './row-locks.js';
import type { Model } from './source.js';

/**
 * Reports an operation that would compare PostgreSQL's `xmin` with a text, to see that nobody else changed the row.
 * SQLAlchemy's documentation maps it to `String`, but asyncpg sends the type along, and PostgreSQL compares it with numbers alone.
 */
export function checkVersionCounter(
  entry: WrittenEntry,
  operation: AnyOperation,
  model: Model,
  run: Run,
): void {
  const counter = known(model.facts.versionCounter);
  const column = locksRow(operation) && counter ? columnOf(counter, model) : undefined;
  if (!column || known(column.column) !== 'xmin' || known(column.type)?.name !== 'str') return;
  run.report(entry.at(), {
    code: 'version-counter',
    found: entry.object['name'],
    message: text`${unquoted(model.facts.name)} has ${'xmin'} as a text for its version counter (${unquoted(run.source.where(column.at))}), which PostgreSQL cannot compare with asyncpg`,
    fix: text`Map it to ${'Integer'} instead of ${'String'}.`,
  });
}

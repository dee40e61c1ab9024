import type { TableFacts } from '../../diff/index.js';
import { UserError } from '../../errors/errors.js';
import type { Issue } from '@rowhouse/errors';
import { readableObject } from '../../sql/identifier.js';
import type { MigrationStep } from '../../steps/index.js';
import { recognise } from '../safe-form/recognise.js';
import { doublesOf, readableColumn, tableOf, type Conversion } from './expansion.js';

/** What has the name of the column in it: it stays as it is until the second half. */
const FOLLOWS = new Set([
  'view',
  'materialized view',
  'function',
  'trigger',
  'comment',
  'privilege',
]);

/** What a column has of its own. */
const OF_ONE_COLUMN = new Set(['column', 'default', 'sequence']);

/**
 * Sees that the code changes nothing but columns that are expanded, and what depends on them.
 *
 * @param steps What leads from the source, with its columns renamed, to the code.
 * @throws {UserError} naming everything else.
 */
export function refuseOtherChanges(
  steps: readonly MigrationStep[],
  conversions: readonly Conversion[],
  before: TableFacts,
): void {
  const views = new Set(steps.filter(({ kind }) => /view/.test(kind)).map(({ object }) => object));
  const converted = new Set(conversions.map((one) => readableObject(tableOf(one))));
  const columns = new Set(
    conversions.flatMap((one) => [
      readableColumn(one),
      ...doublesOf(one).map((name) => readableColumn(one, name)),
    ]),
  );
  const isOfConversion = (step: MigrationStep) => {
    const { kind, object, relation } = step;
    if (kind === 'index') {
      const table = tableOfIndex(step, before);
      return table !== undefined && converted.has(table);
    }
    if (OF_ONE_COLUMN.has(kind)) return columns.has(object);
    // A constraint may name several columns: it waits for the second half.
    return relation !== undefined && converted.has(relation);
  };
  const issues = new Map<string, Issue>();
  for (const step of steps) {
    const { verb, kind, object, relation, sql } = step;
    // PostgreSQL has named the sequence of an identity after its column.
    if (kind === 'sequence' && sql.includes(' RENAME TO ')) continue;
    if (FOLLOWS.has(kind) || (relation !== undefined && views.has(relation))) continue;
    if (isOfConversion(step)) continue;
    const subject = `${verb} ${kind} ${object}`;
    issues.set(subject, {
      code: 'other-changes',
      subject,
      message: 'with --expand, only the columns of --rename can change',
      fix: 'Nothing was written. Generate the other changes in a separate migration, before or after this one.',
    });
  }
  if (issues.size > 0) throw new UserError([...issues.values()]);
}

function tableOfIndex({ sql }: MigrationStep, before: TableFacts): string | undefined {
  const change = recognise(sql);
  if (change?.kind === 'index') return readableObject(change.table);
  if (change?.kind !== 'dropped index') return undefined;
  const table = before.tableOfIndex(change.name);
  return table && readableObject(table);
}

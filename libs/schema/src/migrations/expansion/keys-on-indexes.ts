import type pg from 'pg';

import { quoteIdentifier, quoteQualified } from '../../sql/identifier.js';
import type { MigrationStep } from '../../steps/index.js';
import { readIndexes } from './column.js';
import { tableOf, type Conversion } from './expansion.js';
import { addIndex, stepOn } from './steps.js';

/**
 * The unique constraints of the doubles, of which the expansion made the indexes: with these they hold at once, and
 * nobody writes a value twice while the old column's own are gone.
 */
export async function keysOnIndexes(
  source: pg.ClientBase,
  target: pg.ClientBase,
  expansion: Conversion,
): Promise<{ readonly up: readonly MigrationStep[]; readonly down: readonly MigrationStep[] }> {
  const up: MigrationStep[] = [];
  const down: MigrationStep[] = [];
  const table = tableOf(expansion);
  const alter = `ALTER TABLE ${quoteQualified(table)}`;
  const { rows: keys } = await target.query<{ name: string }>(KEYS, [table.schema, table.name]);
  for (const { to } of expansion.into) {
    const built = await readIndexes(source, table, to);
    for (const index of await readIndexes(target, table, to)) {
      const key = keys.find(({ name }) => name === index.name);
      const own = built.find(({ name }) => name === index.name);
      if (!key || !own?.isUnique || own.definition !== index.definition) continue;
      keys.splice(keys.indexOf(key), 1);
      const name = quoteIdentifier(key.name);
      const step = (verb: MigrationStep['verb'], sql: string) =>
        stepOn(expansion, verb, 'constraint', key.name, `${alter} ${sql}`);
      up.push(step('create', `ADD CONSTRAINT ${name} UNIQUE USING INDEX ${name}`));
      const build = addIndex(expansion, own);
      // As it begins with a comment, no safe form of it is looked for.
      const sql = `-- In the same transaction, because up.sql needs the index wherever this script stops.\n${build.sql}`;
      down.unshift(step('drop', `DROP CONSTRAINT ${name}`), { ...build, sql });
    }
  }
  return { up, down };
}

const KEYS = `
  SELECT k.conname AS name
  FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE k.contype = 'u' AND c.relkind = 'r' AND n.nspname = $1 AND c.relname = $2`;

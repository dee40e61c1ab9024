import { createDatabase } from '@rowhouse/harness';
import pg from 'pg';
import { beforeAll, describe, expect, inject, test } from 'vitest';

import type { DesiredState } from '../../src/desired-state.js';
import { catalogText } from '../catalog-text.js';
import { described, NO_DRIFT, openMigrationProject } from './migration-project.js';
import { functions } from './object-changes/functions.js';
import { materializedViews } from './object-changes/materialized-views.js';
import { ROLES, type ObjectChange } from './object-changes/object-change.js';
import { owners } from './object-changes/owners.js';
import { partitions } from './object-changes/partitions.js';
import { policies } from './object-changes/policies.js';
import { privileges } from './object-changes/privileges.js';
import { triggers } from './object-changes/triggers.js';

const serverUrl = inject('postgresUrl');

describe.each([
  ['functions', functions],
  ['triggers', triggers],
  ['policies', policies],
  ['materialized views', materializedViews],
  ['partitions', partitions],
  ['owners', owners],
  ['privileges', privileges],
] as const)('%s', (_, changes) => {
  const placed = changes.map((change, index) => inSchema(change, `o${index}o`));
  /** What the catalogs say of each schema, after each step. */
  const seen: Record<string, ReadonlyMap<string, readonly string[]>> = {};

  beforeAll(async () => {
    const state = (pick: (change: ObjectChange) => readonly string[]) =>
      described(
        placed.flatMap((change) => [...(change.base ?? []), ...pick(change)]),
        { schemas: placed.map(({ schema }) => schema), roles: ROLES },
      );
    const [base, before, after] = [
      state(() => []),
      state((one) => one.before),
      state((one) => one.after),
    ];
    await using project = await openMigrationProject(serverUrl);
    const look = async () => bySchema(await catalogText(project.query));
    const allowDataLoss = true;
    await project.apply(before, { allowDataLoss });
    seen['made'] = await look();
    for (const { rows = [] } of placed) for (const sql of rows) await project.query(sql);
    const generated = await project.apply(after, { allowDataLoss });
    seen['changed'] = await look();
    expect(await project.check(after)).toEqual(NO_DRIFT);
    const same = { ...after, statements: [...after.statements, 'SELECT 1'] };
    expect(await project.generate(same)).toBeUndefined();
    await project.rollback();
    seen['taken back'] = await look();
    await project.forget(generated!.id);
    await project.apply(base, { allowDataLoss });
    seen['removed'] = await look();
    await project.rollback();
    seen['restored'] = await look();
    seen['base'] = bySchema(await catalogOf(base));
    seen['before'] = bySchema(await catalogOf(before));
    seen['after'] = bySchema(await catalogOf(after));
  });

  test.each(placed)('$name', ({ schema }) => {
    const of = (step: string) => seen[step]!.get(schema) ?? [];
    expect(of('after')).not.toEqual(of('before'));
    expect(of('made')).toEqual(of('before'));
    expect(of('changed')).toEqual(of('after'));
    expect(of('taken back')).toEqual(of('before'));
    expect(of('removed')).toEqual(of('base'));
    expect(of('restored')).toEqual(of('before'));
  });
});

/** The change in a schema of its own. */
function inSchema(change: ObjectChange, schema: string): ObjectChange & { schema: string } {
  const moved = (statements: readonly string[] = []) =>
    statements.map((sql) => sql.replaceAll(/\bapp\b/g, schema));
  const { name, base, before, after, rows } = change;
  return {
    name,
    schema,
    base: moved(base),
    before: moved(before),
    after: moved(after),
    rows: moved(rows),
  };
}

/** What the catalogs say of a database that the statements alone have made. */
async function catalogOf({ statements }: DesiredState): Promise<string[]> {
  const database = await createDatabase(serverUrl);
  const client = new pg.Client(database.url);
  await client.connect();
  try {
    for (const sql of statements) await client.query(sql);
    return await catalogText(async (sql, values) => (await client.query(sql, values)).rows);
  } finally {
    await client.end();
    await database.drop();
  }
}

function bySchema(lines: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const line of lines) {
    const schema = /\bo\d+o\b/.exec(line)?.[0];
    if (schema !== undefined) found.set(schema, [...(found.get(schema) ?? []), line]);
  }
  return found;
}

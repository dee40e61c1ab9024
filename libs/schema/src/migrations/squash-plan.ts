import type pg from 'pg';

import { ownSchemas } from '../database/own-schemas.js';
import type { Shadow } from '../database/shadow.js';
import { runStatements } from '../database/statements.js';
import { inDiscardedTransaction } from '../database/transaction.js';
import { pgDelta, type Catalog, type Ownership } from '../diff/index.js';
import { UserError } from '../errors/errors.js';
import type { RawStatements } from '../metadata/raw.js';
import type { StepPipeline } from '../steps/index.js';
import type { Change } from './change.js';
import { readWhole } from './desired-catalog.js';
import type { Migration } from './folder.js';
import { isTheDatabases, prove } from './proof.js';
import { rawSteps } from './raw-steps.js';
import { simpleForm } from './safe-form/index.js';
import { provideRoles } from './scratch-roles.js';
import { SETTINGS } from './script.js';
import { replayed } from './source-catalog.js';

/** What migrations make in an empty database. */
interface Result {
  readonly ownership: Ownership;
  /** All but what raw SQL makes. */
  readonly catalog: Catalog;
}

/**
 * Plans the one migration that makes what several make, and runs it, back and forth, in a scratch database to see that
 * it does.
 *
 * @throws {UserError} naming what of their result it would not make.
 */
export async function planSquash(
  shadow: Shadow,
  migrations: readonly Migration[],
  { pipeline, allowDataLoss = false }: { pipeline: StepPipeline; allowDataLoss?: boolean },
): Promise<Change> {
  const raw = migrations.at(-1)!.record.raw ?? [];
  const { ownership, catalog } = await replayed(shadow, migrations, async (client, { roles }) => {
    if (!allowDataLoss) await refuseRows(client);
    return readResult(client, roles, raw);
  });
  const client = await shadow.database();
  const source = pgDelta.withRoles(
    await inDiscardedTransaction(client, () => pgDelta.read(client, ownership)),
  );
  const forth = pgDelta.plan(source, catalog);
  const back = pgDelta.plan(catalog, source);
  const steps = {
    up: pipeline.apply([...forth.steps, ...rawSteps([], raw).last], { direction: 'up' }),
    down: pipeline.apply([...rawSteps(raw, []).first, ...back.steps], { direction: 'down' }),
  };
  const parts = simpleForm(steps);
  const change: Change = {
    source,
    target: catalog,
    up: { touched: forth.touched, steps: steps.up, parts: parts.up },
    down: { touched: back.touched, steps: steps.down, parts: parts.down },
  };
  await provideRoles(shadow, client, catalog);
  const statements = steps.up.filter(isTheDatabases).map(({ sql }) => sql);
  await runStatements(client, statements, SETTINGS);
  await prove(client, change, ownership, pipeline.owners);
  return change;
}

/**
 * Reads all that the migrations have made, edits by hand included.
 *
 * @throws {UserError} for an object that catalogs cannot hold and no raw SQL makes.
 */
async function readResult(
  client: pg.Client,
  roles: readonly string[],
  raw: readonly RawStatements[],
): Promise<Result> {
  for (const { down } of raw.toReversed()) await client.query(down);
  const ownership = { schemas: await ownSchemas(client), roles };
  return { ownership, catalog: await readWhole(client, ownership) };
}

/** Rows that migrations insert are in no catalog. */
async function refuseRows(client: pg.Client): Promise<void> {
  const { rows: tables } = await client.query<{ name: string }>(
    `SELECT format('%I.%I', nspname, relname) AS name
     FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace
     WHERE relkind = 'r' AND relpersistence <> 't' AND nspname <> 'information_schema' AND nspname !~ '^pg_'
       AND NOT EXISTS (SELECT FROM pg_depend WHERE classid = 'pg_class'::regclass AND objid = c.oid AND deptype = 'e')
     ORDER BY 1`,
  );
  const filled: string[] = [];
  for (const { name } of tables) {
    const { rows } = await client.query(`SELECT FROM ${name} LIMIT 1`);
    if (rows.length > 0) filled.push(name);
  }
  if (filled.length === 0) return;
  throw new UserError(
    filled.map((name) => ({
      code: 'data-loss',
      subject: `table ${name}`,
      message: 'the migrations insert rows, which the new migration would not contain',
      fix: 'Nothing was written. Move the rows to seed(), or use --until to squash only the migrations before them. To drop the rows from new databases, add --allow-data-loss.',
    })),
  );
}

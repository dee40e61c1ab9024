import type pg from 'pg';

import type { Shadow } from '../database/shadow.js';
import { runStatements, StatementError } from '../database/statements.js';
import type { DesiredState } from '../desired-state.js';
import {
  pgDelta,
  type Catalog,
  type Difference,
  type Ownership,
  type Plan,
} from '../diff/index.js';
import type { MigrationDirection, MigrationStep, StepPipeline } from '../steps/index.js';
import { UserError } from '../errors/errors.js';
import type { Migration } from './folder.js';
import { renameObjects, type Rename, type RenamedCatalog } from './renames.js';
import { rawSteps } from './raw-steps.js';
import { inTransaction, provideRoles } from './scratch-roles.js';
import { SETTINGS } from './script.js';
import { readEnds, type Ends } from './source-catalog.js';

/** The way from one catalog to another, and back. */
export interface Change {
  readonly source: Catalog;
  readonly target: Catalog;
  readonly up: Plan;
  readonly down: Plan;
}

/** What a change is made of. */
export interface ChangeOptions {
  readonly directory: string;
  readonly migrations: readonly Migration[];
  readonly state: DesiredState;
  readonly pipeline: StepPipeline;
  readonly renames: readonly Rename[];
}

/**
 * Plans the change from what the migrations lead to, to the desired state, and runs both its
 * scripts in a scratch database to see that they do.
 *
 * @throws {UserError} when the change cannot be made.
 */
export async function planChange(shadow: Shadow, options: ChangeOptions): Promise<Change> {
  const { directory, migrations, state, pipeline, renames } = options;
  const ends = await readEnds(shadow, directory, migrations, state);
  const { client, source, catalog: target } = ends;
  const before = migrations.at(-1)?.record.raw ?? [];
  const [rawForth, rawBack] = [rawSteps(before, state.raw), rawSteps(state.raw, before)];
  const renamed = await renamedSource(shadow, ends, renames);
  const forth = pgDelta.plan(renamed.catalog, target);
  const back = pgDelta.plan(target, renamed.catalog);
  const change: Change = {
    source,
    target,
    up: {
      touched: forth.touched,
      steps: pipeline.apply([...rawForth.first, ...renamed.up, ...forth.steps, ...rawForth.last], {
        direction: 'up',
      }),
    },
    down: {
      touched: back.touched,
      steps: pipeline.apply([...rawBack.first, ...back.steps, ...renamed.down, ...rawBack.last], {
        direction: 'down',
      }),
    },
  };
  if (change.up.steps.length > 0) {
    await provideRoles(shadow, client, source);
    await makeRaw(client, state);
    await prove(client, change, ends.ownership, blameFor(pipeline));
  }
  return change;
}

/** Completes the scratch database with what catalogs do not see. */
async function makeRaw(client: pg.ClientBase, { raw }: DesiredState): Promise<void> {
  for (const { name, up } of raw) {
    await client.query(up).catch((cause: unknown) => {
      throw new UserError(
        [
          {
            code: 'refused-statement',
            subject: `raw SQL '${name}'`,
            message: `PostgreSQL refuses it: ${(cause as Error).message}`,
            frame: up,
          },
        ],
        { cause },
      );
    });
  }
}

/**
 * The source after renames, which a scratch database makes: PostgreSQL knows all that a new name
 * changes.
 */
async function renamedSource(
  shadow: Shadow,
  { source, empty, catalog: target, ownership }: Ends,
  renames: readonly Rename[],
): Promise<RenamedCatalog> {
  if (renames.length === 0) return { catalog: source, up: [], down: [] };
  const client = await shadow.database();
  await provideRoles(shadow, client, source);
  const { steps } = pgDelta.plan(pgDelta.withRoles(empty, source), source);
  await runStatements(client, sqlOf(steps), SETTINGS);
  const renamed = await renameObjects(client, ownership, target, renames);
  return { ...renamed, catalog: pgDelta.withRoles(renamed.catalog, source) };
}

/** Runs the change back and forth in the scratch database that holds its target. */
async function prove(
  client: pg.ClientBase,
  { source, target, up, down }: Change,
  ownership: Ownership,
  blame: string,
): Promise<void> {
  const run = async (direction: MigrationDirection, { steps }: Plan, expected: Catalog) => {
    await runStatements(client, sqlOf(steps.filter(isTheDatabases)), SETTINGS).catch(
      (cause: unknown) => {
        throw new UserError(
          [
            {
              code: 'unproven-migration',
              message: `the migration was not written: PostgreSQL refuses a statement of its ${direction}.sql${blame}: ${(cause as Error).message}`,
              ...(cause instanceof StatementError ? { frame: cause.statement } : {}),
            },
          ],
          { cause },
        );
      },
    );
    const actual = await inTransaction(client, () => pgDelta.read(client, ownership));
    const differences = pgDelta.compare(actual, expected, 'reported');
    if (differences.length === 0) return;
    throw new UserError([
      {
        code: 'unproven-migration',
        message: `the migration was not written: its ${direction}.sql does not lead to where it should${blame}`,
        notes: differences.map(describeDifference),
      },
    ]);
  };
  await run('down', down, source);
  await run('up', up, target);
}

/** Roles are the server's: a proof must not change them. */
function isTheDatabases({ kind }: MigrationStep): boolean {
  return kind !== 'role' && kind !== 'membership';
}

function sqlOf(steps: readonly MigrationStep[]): string[] {
  return steps.map(({ sql }) => sql);
}

function blameFor({ owners }: StepPipeline): string {
  return owners.length > 0 ? `, as rewritten by ${owners.join(', ')}` : '';
}

/** One difference as a line. */
export function describeDifference({ change, kind, object, ...detail }: Difference): string {
  const { attribute, found, expected, fix } = detail;
  const values = attribute === undefined ? [] : [`${attribute}: ${found}, expected ${expected}`];
  const remedy = fix === undefined ? [] : [`run: ${fix}`];
  const more = [...values, ...remedy].map((text) => ` (${text})`).join('');
  return `${change}: ${kind} ${object}${more}`;
}

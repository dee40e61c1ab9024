import type pg from 'pg';

import { withConnection } from '../database/connection.js';
import { withShadow } from '../database/shadow.js';
import { refusing, runStatement } from '../database/statements.js';
import { inSnapshot, inTransaction } from '../database/transaction.js';
import type { DesiredState } from '../desired-state.js';
import { pgDelta } from '../diff/index.js';
import { UserError } from '../errors/errors.js';
import type { MigrationStep, StepPipeline } from '../steps/index.js';
import type { AskRenames } from './change.js';
import { buildDesired } from './desired-catalog.js';
import { readMigrations, type Migration } from './folder.js';
import { requireWhole, statusOf } from './history.js';
import { readJournal } from './journal.js';
import { rawSteps } from './raw-steps.js';
import { renameCandidates, renameObjects, type Rename } from './renames.js';
import { changesOf, lossesOf, refuseDataLoss, SETTINGS, type ScriptChange } from './script.js';
import { together } from './source-catalog.js';

/** What `sync` needs to know. */
export interface SyncOptions {
  /** Path of the migrations folder, whose migrations the database has. */
  readonly directory: string;
  readonly databaseUrl: string;
  readonly state: DesiredState;
  /** What the code described when the database was last brought to it; none for the migrations. */
  readonly before?: DesiredState;
  /** What the extensions add to migrations. */
  readonly pipeline: StepPipeline;
  /** Makes changes that lose data, too. */
  readonly acceptLoss?: boolean;
  readonly renames?: readonly Rename[];
  readonly askRenames?: AskRenames;
}

/**
 * Brings a development database to what the code describes, without a migration. First come the renames that were
 * given or asked about; all else is done in one transaction.
 *
 * @returns what was changed.
 * @throws {UserError} with nothing else changed, when data would be lost and that is not accepted, or PostgreSQL refuses a
 *   statement.
 */
export async function sync(options: SyncOptions): Promise<readonly ScriptChange[]> {
  const { directory, databaseUrl, state, before, pipeline, acceptLoss, renames = [] } = options;
  const migrations = await readMigrations(directory);
  const last = migrations.at(-1)?.record;
  const ownership = together(state, before ?? last?.owns);
  return withConnection(databaseUrl, async (client) => {
    await requireApplied(client, migrations);
    return withShadow(databaseUrl, async (shadow) => {
      const { catalog: target } = await buildDesired(shadow, state, ownership);
      const raw = rawSteps(before?.raw ?? last?.raw ?? [], state.raw);
      const plan = async () => {
        const there = await inSnapshot(client, () => pgDelta.read(client, ownership));
        // Roles are the server's. The statements of the code make those that are not there.
        const { steps } = pgDelta.plan(pgDelta.withRoles(there, target), target);
        return pipeline.apply([...raw.first, ...steps, ...raw.last], { direction: 'up' });
      };
      const renamed: MigrationStep[] = [];
      const rename = async (some: readonly Rename[]) => {
        if (some.length === 0) return;
        renamed.push(...(await renameObjects(client, ownership, target, some)).up);
      };
      await rename(renames);
      let steps = await plan();
      const candidates = renameCandidates(steps);
      const asked = candidates.length > 0 ? ((await options.askRenames?.(candidates)) ?? []) : [];
      await rename(asked);
      if (asked.length > 0) steps = await plan();
      if (acceptLoss !== true) refuseDataLoss(lossesOf(steps), keptAnd(renamed.length > 0));
      if (steps.length > 0) {
        const own = steps.map(({ sql }) => sql);
        await run(client, [...state.roleStatements, ...own, ...state.endStatements]);
      }
      return changesOf([...renamed, ...steps]);
    });
  });
}

function keptAnd(isRenamed: boolean): string {
  const kept = isRenamed ? 'Nothing else was changed.' : 'Nothing was changed.';
  return `${kept} If you renamed something, use --rename to keep its data. To make the change anyway, use --accept-loss.`;
}

/** What the database has is compared with the code, not with migrations that are still to come. */
async function requireApplied(client: pg.Client, migrations: readonly Migration[]): Promise<void> {
  const statuses = statusOf(migrations, await readJournal(client));
  requireWhole(statuses);
  const pending = statuses.filter(({ state }) => state === 'pending');
  if (pending.length === 0) return;
  throw new UserError(
    pending.map(({ id }) => ({
      code: 'pending-migration',
      subject: id,
      message: 'the database does not have it yet',
      fix: 'Run `schema migrate`. If `schema dev` has made its changes already, run `schema baseline`.',
    })),
  );
}

function run(client: pg.Client, statements: readonly string[]): Promise<void> {
  const about = {
    message: 'PostgreSQL rejects a statement',
    fix: 'Nothing was changed. If rows are in the way, change or delete them.',
  };
  return inTransaction(client, () =>
    refusing(about, async () => {
      for (const statement of [...SETTINGS, ...statements]) await runStatement(client, statement);
    }),
  );
}

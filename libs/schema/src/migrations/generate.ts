import { withServer } from '../database/server.js';
import { withShadow } from '../database/shadow.js';
import type { DesiredState } from '../desired-state.js';
import { pgDelta } from '../diff/index.js';
import type { StepPipeline } from '../steps/index.js';
import { catalogFile, readCatalog } from './catalog-files.js';
import { planChange, type AskRenames } from './change.js';
import { UserError } from '../errors/errors.js';
import { planExpansion, requireContracted, requireExpanded } from './expansion/expand.js';
import type { ColumnExpression } from './expansion/request.js';
import { fingerprint } from './fingerprint.js';
import type { Issue } from '@rowhouse/errors';
import { lintScript } from './lint.js';
import { lostByClients } from './lost-by-clients.js';
import { readMigrations, requireMigrationName, writeMigration } from './folder.js';
import type { Rename } from './renames.js';
import {
  changesOf,
  lossesOf,
  refuseDataLoss,
  writeScript,
  type Loss,
  type ScriptChange,
} from './script.js';
import { nextTimestamp, type Clock } from './timestamp.js';

/** What `generate` needs to know. */
export interface GenerateOptions {
  /** Second half of the folder's name: letters, digits, `-` and `_`. */
  readonly name: string;
  /** Path of the migrations folder; made when absent. */
  readonly directory: string;
  readonly state: DesiredState;
  /** What the extensions add to migrations. */
  readonly pipeline: StepPipeline;
  /** Server for the scratch database; without one, the embedded PostgreSQL. */
  readonly databaseUrl?: string;
  /**
   * Objects that were renamed in the code; without this a new name is a new object, and the old one
   * goes.
   */
  readonly renames?: readonly Rename[];
  /** Asked about what seems to be renamed, where `renames` has none. */
  readonly askRenames?: AskRenames;
  /** Writes a migration that loses data, too. */
  readonly allowDataLoss?: boolean;
  /** Writes no migration that is dangerous while the database is in use. */
  readonly strict?: boolean;
  /** Writes each script as one transaction, also where that keeps others from reading or writing for long. */
  readonly simple?: boolean;
  /** Writes the first half of changes of columns: both forms are there until the second half. */
  readonly expand?: boolean;
  /** With `expand`, columns that are not merely renamed: the new ones in terms of the old. */
  readonly up?: readonly ColumnExpression[];
  /** The old ones in terms of the new. */
  readonly down?: readonly ColumnExpression[];
  /** Writes the second half. */
  readonly contract?: boolean;
  readonly clock?: Clock;
}

/**
 * A migration that was written, or `undefined` from {@link generate} when the code has not changed.
 */
export interface Generated {
  readonly id: string;
  readonly changes: readonly ScriptChange[];
  /** What `up.sql` loses. */
  readonly losses: readonly Loss[];
  /** What of `up.sql` is dangerous while the database is in use. */
  readonly dangers: readonly Issue[];
}

/**
 * Writes a migration from what the migrations folder leads to, to what the code describes. Both its
 * scripts are run in a scratch database first, so that what is written is known to lead there and
 * back.
 *
 * @returns `undefined`, with nothing written, when the folder leads to what the code describes.
 * @throws {UserError} when data would be lost and that is not allowed, or the change cannot
 *   be made.
 */
export async function generate(options: GenerateOptions): Promise<Generated | undefined> {
  const { name, directory, state, renames = [] } = options;
  requireMigrationName(name);
  const migrations = await readMigrations(directory);
  const desired = fingerprint(state);
  const { expand = false, contract = false } = options;
  const contracts = migrations.at(-1)?.record.expands ?? [];
  if (contract) requireExpanded(contracts);
  else requireContracted(contracts);
  const { up: ups = [], down: downs = [] } = options;
  if (!expand) refuseExpressions([...ups, ...downs]);
  const isSame = migrations.at(-1)?.record.desired === desired;
  if (isSame && renames.length === 0 && !contract) return undefined;
  return withServer(options.databaseUrl, (url) =>
    withShadow(url, async (shadow) => {
      const { pipeline, simple = false, askRenames } = options;
      const base = { directory, migrations, state, pipeline, renames, contracts, simple };
      const change = { ...base, ...(askRenames && { askRenames }) };
      const planned = expand
        ? await planExpansion(shadow, change, { renames, up: ups, down: downs })
        : { ...(await planChange(shadow, change)), expands: undefined };
      const { up, down, source, target, expands } = planned;
      if (up.steps.length === 0) return undefined;
      const losses = lossesOf(up.steps);
      if (options.allowDataLoss !== true) refuseDataLoss(losses, ALLOW_DATA_LOSS);
      const after = migrations.at(-1)?.id ?? null;
      const id = `${nextTimestamp(options.clock ?? Date.now, after?.slice(0, 14))}_${name}`;
      const script = writeScript(id, 'up', up.steps, up.parts, state.endStatements);
      const lost = await lostByClients(source, target);
      const dangers = await lintScript(`${id}/up.sql`, script, lost, contracts);
      if (options.strict && dangers.length > 0) throw new UserError(dangers);
      await writeMigration(
        directory,
        {
          id,
          up: script,
          down: writeScript(id, 'down', down.steps, down.parts, state.endStatements),
          record: {
            after,
            desired,
            owns: { schemas: state.schemas, roles: state.roles },
            touches: { up: up.dropped, down: down.dropped },
            raw: state.raw,
            ...(expands && { expands }),
            loses: { up: losses, down: lossesOf(down.steps) },
          },
        },
        catalogFile(
          pgDelta.serialize(target),
          after === null ? undefined : await readCatalog(directory, migrations),
        ),
      );
      return { id, changes: changesOf(up.steps), losses, dangers };
    }),
  );
}

const ALLOW_DATA_LOSS =
  'Nothing was written. If you renamed something, use --rename to keep its data. To write the migration anyway, add --allow-data-loss.';

function refuseExpressions(expressions: readonly ColumnExpression[]): void {
  if (expressions.length === 0) return;
  throw new UserError(
    expressions.map(({ path }) => ({
      code: 'invalid-expression',
      subject: `column ${path.join('.')}`,
      message: 'an expression has an effect only with --expand',
      fix: 'Add --expand, or remove --up and --down.',
    })),
  );
}

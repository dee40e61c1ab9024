import { didYouMean, text } from '@rowhouse/errors';

import { withConnection } from '../database/connection.js';
import { withServer } from '../database/server.js';
import { withShadow } from '../database/shadow.js';
import { UserError } from '../errors/errors.js';
import type { StepPipeline } from '../steps/index.js';
import { catalogFile, readCatalog } from './catalog-files.js';
import {
  readMigrations,
  removeMigrations,
  requireMigrationName,
  writeMigration,
  type Migration,
  type ReplacedMigration,
} from './folder.js';
import { requireWhole, statusOf } from './history.js';
import { lossesOf, writeScript } from './script.js';
import { planSquash } from './squash-plan.js';
import { readSquashedJournal } from './squashed-journal.js';

/** What `squash` needs to know. */
export interface SquashOptions {
  /** Second half of the folder's name: letters, digits, `-` and `_`. */
  readonly name: string;
  /** Path of the migrations folder. */
  readonly directory: string;
  /** The id of the last migration to squash. Default: the last of all. */
  readonly until?: string;
  /** What the extensions add to migrations. */
  readonly pipeline: StepPipeline;
  /** Statements that close each migration. */
  readonly endStatements: readonly string[];
  /** A database that is to go on from the result; without one, an embedded PostgreSQL has the scratch databases. */
  readonly databaseUrl?: string;
  /** Squashes migrations that insert rows, too: a new database then begins without them. */
  readonly allowDataLoss?: boolean;
}

/** A migration that was written in place of others. */
export interface Squashed {
  readonly id: string;
  /** Ids of those that it replaces, oldest first. */
  readonly replaced: readonly string[];
}

/**
 * Writes one migration in place of the first ones of the folder: it makes in an empty database what they make there
 * together. A database that has them all goes on as it is.
 *
 * @returns `undefined`, with nothing written, when there are fewer than two.
 * @throws {UserError} when the migrations make something that the new one would not, or the database has only a part
 *   of them.
 */
export async function squash(options: SquashOptions): Promise<Squashed | undefined> {
  const { name, directory, until, endStatements, databaseUrl } = options;
  requireMigrationName(name);
  const all = await readMigrations(directory);
  const old = upTo(all, until);
  const last = old.at(-1);
  if (!last || old.length < 2) return undefined;
  const id = `${last.id.slice(0, 14)}_${name}`;
  if (id === last.id) refuseTakenName(id);
  if (databaseUrl !== undefined) await requireAllOrNone(databaseUrl, all, old);
  const { up, down } = await withServer(databaseUrl, (url) =>
    withShadow(url, (shadow) => planSquash(shadow, old, options)),
  );
  const { desired, owns, raw, expands } = last.record;
  await writeMigration(
    directory,
    {
      id,
      up: writeScript(id, 'up', up.steps, up.parts, endStatements),
      down: writeScript(id, 'down', down.steps, down.parts, endStatements),
      record: {
        after: null,
        replaces: old.map(replacementOf),
        desired,
        owns,
        touches: { up: up.touched, down: down.touched },
        ...(raw && { raw }),
        ...(expands && { expands }),
        loses: { up: [], down: lossesOf(down.steps) },
      },
    },
    catalogFile(await readCatalog(directory, old), undefined),
  );
  await removeMigrations(directory, old);
  return { id, replaced: old.map((migration) => migration.id) };
}

function upTo(migrations: readonly Migration[], until: string | undefined): readonly Migration[] {
  if (until === undefined) return migrations;
  const end = migrations.findIndex(({ id }) => id === until);
  if (end >= 0) return migrations.slice(0, end + 1);
  const fix = didYouMean(
    until,
    migrations.map(({ id }) => id),
  );
  throw new UserError([
    {
      code: 'unknown-migration',
      subject: '--until',
      message: text`there is no migration ${until}`,
      ...(fix && { fix }),
    },
  ]);
}

function refuseTakenName(id: string): never {
  throw new UserError([
    {
      code: 'invalid-migration-name',
      subject: id,
      message: 'is the name of a migration that would be replaced',
      fix: 'Choose another name.',
    },
  ]);
}

function replacementOf({ id, checksum, record: { replaces } }: Migration): ReplacedMigration {
  return { id, checksum, ...(replaces && { replaces }) };
}

/** A database that has only some of the migrations could not get the rest any more. */
async function requireAllOrNone(
  databaseUrl: string,
  all: readonly Migration[],
  old: readonly Migration[],
): Promise<void> {
  await withConnection(databaseUrl, async (client) => {
    const statuses = statusOf(all, await readSquashedJournal(client, all));
    requireWhole(statuses);
    const ids = new Set(old.map(({ id }) => id));
    const own = statuses.filter(({ id }) => ids.has(id));
    const pending = own.filter(({ state }) => state === 'pending');
    if (pending.length === 0 || pending.length === own.length) return;
    throw new UserError(
      pending.map(({ id }) => ({
        code: 'early-squash',
        subject: id,
        message: 'the database does not have it yet',
        fix: 'Run `schema migrate` first, or squash fewer migrations with --until.',
      })),
    );
  });
}

import { withConnection } from '../database/connection.js';
import { readMigrations } from './folder.js';
import { statusOf, type MigrationStatus } from './history.js';
import { readJournal } from './journal.js';

/** Which database, and which migrations. */
export interface StatusOptions {
  readonly databaseUrl: string;
  /** Path of the migrations folder. */
  readonly directory: string;
}

/** How each migration stands in a database, oldest first. Changes nothing. */
export async function status({
  databaseUrl,
  directory,
}: StatusOptions): Promise<MigrationStatus[]> {
  const migrations = await readMigrations(directory);
  return withConnection(databaseUrl, async (client) =>
    statusOf(migrations, await readJournal(client)),
  );
}

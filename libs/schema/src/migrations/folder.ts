import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { text, type Issue } from '@rowhouse/errors';

import type { Ownership } from '../diff/index.js';
import type { RawStatements } from '../metadata/raw.js';
import { UserError } from '../errors/errors.js';
import type { QualifiedName } from '../sql/identifier.js';
import type { Expansion } from './expansion/expansion.js';
import type { Loss } from './script.js';

/** What `schema generate` notes beside the scripts: `migration.json`. */
export interface MigrationRecord {
  /** Columns that have two forms after it; absent for none. */
  readonly expands?: readonly Expansion[];
  /** The raw SQL that a database has after it; absent for none. */
  readonly raw?: readonly RawStatements[];
  /** The migration that this one was generated on top of; `null` for the first. */
  readonly after: string | null;
  /** Fingerprint of the code that the migration leads to. */
  readonly desired: string;
  /** What the project owned then. */
  readonly owns: Ownership;
  /** The relations that each script drops or rebuilds. */
  readonly touches: {
    readonly up: readonly QualifiedName[];
    readonly down: readonly QualifiedName[];
  };
  /** What each script loses. */
  readonly loses: { readonly up: readonly Loss[]; readonly down: readonly Loss[] };
}

/** One folder below the migrations directory. */
export interface Migration {
  /** The folder's name, `<timestamp>_<name>`. */
  readonly id: string;
  readonly up: string;
  readonly down: string;
  /** Of both scripts; line endings do not count. */
  readonly checksum: string;
  readonly record: MigrationRecord;
}

const ID = /^\d{14}_[A-Za-z0-9][A-Za-z0-9_-]*$/;
const RECORD = 'migration.json';

/**
 * Sees that a new migration can have this name.
 *
 * @throws {UserError} when it cannot.
 */
export function requireMigrationName(name: string): void {
  if (/^[A-Za-z0-9][A-Za-z0-9_-]*$/.test(name)) return;
  throw new UserError([
    {
      code: 'invalid-migration-name',
      message: text`${name} is not a valid name of a migration`,
      fix: 'Use letters, digits, - and _, as in add-articles.',
    },
  ]);
}

/**
 * Reads all migrations, oldest first.
 *
 * @throws {UserError} for a folder that is incomplete, misnamed, or not generated on top of
 *   the one before it.
 */
export async function readMigrations(directory: string): Promise<Migration[]> {
  const entries = await readdir(directory, { withFileTypes: true }).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  });
  const ids = entries
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
    .map(({ name }) => name)
    .sort();
  const misnamed = ids.filter((id) => !ID.test(id));
  if (misnamed.length > 0) {
    throw new UserError(
      misnamed.map((id) => ({
        code: 'misnamed-migration',
        subject: id,
        message: 'is not a valid name of a migration',
        fix: 'Migrations are named <timestamp>_<name>, such as 20260131093000_add-articles. Move the folder elsewhere.',
      })),
    );
  }
  const migrations = await Promise.all(ids.map((id) => readMigration(directory, id)));
  const misplaced = migrations.flatMap(({ id, record }, index): readonly Issue[] => {
    const previous = migrations[index - 1];
    if (record.after === (previous?.id ?? null)) return [];
    const before = previous?.id;
    return [
      {
        code: 'misplaced-migration',
        subject: id,
        message: `was generated on top of ${record.after ?? 'nothing'}, but follows ${before ?? 'nothing'}`,
        fix:
          record.after !== null && !ids.includes(record.after)
            ? `Restore the folder ${record.after}. If it was deleted on purpose, delete this one, too, and run \`schema generate\` again.`
            : 'Delete its folder and run `schema generate` again.',
      },
    ];
  });
  if (misplaced.length > 0) throw new UserError(misplaced);
  return migrations;
}

async function readMigration(directory: string, id: string): Promise<Migration> {
  const [up, down, record] = await Promise.all(
    ['up.sql', 'down.sql', RECORD].map((file) => readPart(directory, id, file)),
  );
  try {
    return {
      id,
      up: up!,
      down: down!,
      checksum: checksumOf(up!, down!),
      record: JSON.parse(record!) as MigrationRecord,
    };
  } catch (cause) {
    throw new UserError([damaged(id, `its ${RECORD} is not JSON`)], { cause });
  }
}

async function readPart(directory: string, id: string, file: string): Promise<string> {
  try {
    return await readFile(join(directory, id, file), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    throw new UserError([damaged(id, `it has no ${file}`)], { cause: error });
  }
}

/** A migration that cannot be read. */
export function damaged(id: string, message: string): Issue {
  return {
    code: 'damaged-migration',
    subject: id,
    message,
    fix: 'Restore it from version control.',
  };
}

/** Writes a migration's folder, all or nothing. */
export async function writeMigration(
  directory: string,
  migration: Omit<Migration, 'checksum'>,
  catalog: { readonly name: string; readonly text: string },
): Promise<void> {
  const draft = join(directory, `.draft-${migration.id}-${process.pid}`);
  await mkdir(draft, { recursive: true });
  try {
    await Promise.all([
      writeFile(join(draft, 'up.sql'), migration.up),
      writeFile(join(draft, 'down.sql'), migration.down),
      writeFile(join(draft, RECORD), writeRecord(migration.record)),
      writeFile(join(draft, catalog.name), catalog.text),
    ]);
    await rename(draft, join(directory, migration.id));
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw error;
  }
}

/** JSON with each entry of a list on a line. */
function writeRecord(record: MigrationRecord): string {
  const list = (entries: readonly unknown[]) =>
    entries.length === 0
      ? '[]'
      : `[\n${entries.map((entry) => `      ${JSON.stringify(entry)}`).join(',\n')}\n    ]`;
  const both = ({
    up,
    down,
  }: {
    readonly up: readonly unknown[];
    readonly down: readonly unknown[];
  }) => `{\n    "up": ${list(up)},\n    "down": ${list(down)}\n  }`;
  const { after, desired, owns, touches, loses, raw = [], expands = [] } = record;
  return [
    '{',
    `  "after": ${JSON.stringify(after)},`,
    ...(expands.length > 0 ? [`  "expands": ${list(expands)},`] : []),
    `  "desired": ${JSON.stringify(desired)},`,
    `  "owns": ${JSON.stringify({ schemas: owns.schemas, roles: owns.roles })},`,
    `  "touches": ${both(touches)},`,
    `  "loses": ${both(loses)}${raw.length > 0 ? `,\n  "raw": ${list(raw)}` : ''}`,
    '}',
    '',
  ].join('\n');
}

function checksumOf(up: string, down: string): string {
  const hash = createHash('sha256');
  for (const script of [up, down]) hash.update(script.replaceAll('\r\n', '\n')).update('\0');
  return hash.digest('hex');
}

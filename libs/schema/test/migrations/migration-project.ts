import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { createDatabase } from '@rowhouse/harness';
import pg from 'pg';

import type { DesiredState } from '../../src/desired-state.js';
import {
  check,
  generate,
  migrate,
  parseRename,
  rollback,
  StepPipeline,
  type AskRenames,
  type Drift,
  type Generated,
} from '../../src/migrations/index.js';

/** A database and a migrations folder of one's own, and the commands on them. */
export interface MigrationProject extends AsyncDisposable {
  readonly url: string;
  readonly directory: string;
  generate(state: DesiredState, options?: GenerateArguments): Promise<Generated | undefined>;
  migrate(): Promise<string[]>;
  rollback(steps?: number): Promise<string[]>;
  check(state: DesiredState): Promise<Drift>;
  /** Generates and applies what is new. */
  apply(state: DesiredState, options?: GenerateArguments): Promise<Generated | undefined>;
  query<T extends pg.QueryResultRow>(sql: string, values?: unknown[]): Promise<T[]>;
  script(id: string, file: 'up.sql' | 'down.sql' | 'migration.json'): Promise<string>;
  /** Deletes the folder of a migration that the database does not have. */
  forget(id: string): Promise<void>;
  /** Names of the migrations' folders. */
  migrations(): Promise<string[]>;
}

export interface GenerateArguments {
  readonly name?: string;
  readonly renames?: readonly string[];
  readonly askRenames?: AskRenames;
  readonly allowDataLoss?: boolean;
  readonly simple?: boolean;
  readonly pipeline?: StepPipeline;
}

export const NO_DRIFT: Drift = { folder: [], conflicts: [], pending: [], database: [] };

/** Opens a project on the server at `serverUrl`; disposing it drops the database. */
export async function openMigrationProject(serverUrl: string): Promise<MigrationProject> {
  const database = await createDatabase(serverUrl);
  const directory = await mkdtemp(join(tmpdir(), 'rowhouse-migrations-'));
  const client = new pg.Client(database.url);
  client.on('error', () => undefined);
  await client.connect();
  const place = { directory, databaseUrl: database.url };
  const clock = () => Date.parse('2026-01-31T09:30:00Z');
  const project: MigrationProject = {
    url: database.url,
    directory,
    generate: (
      state,
      { name = 'change', renames = [], askRenames, pipeline, allowDataLoss, simple } = {},
    ) =>
      generate({
        ...place,
        name,
        state,
        clock,
        pipeline: pipeline ?? new StepPipeline(),
        renames: renames.map(parseRename),
        ...(allowDataLoss === undefined ? {} : { allowDataLoss }),
        ...(simple === undefined ? {} : { simple }),
        ...(askRenames && { askRenames }),
      }),
    migrate: () => migrate(place),
    rollback: (steps = 1) => rollback({ ...place, steps, allowDataLoss: true }),
    check: (state) => check({ ...place, state }),
    async apply(state, options) {
      const generated = await project.generate(state, options);
      await project.migrate();
      return generated;
    },
    query: async (sql, values) => (await client.query(sql, values)).rows,
    script: (id, file) => readFile(join(directory, id, file), 'utf8'),
    forget: (id) => rm(join(directory, id), { recursive: true }),
    migrations: async () => (await readdir(directory)).sort(),
    async [Symbol.asyncDispose]() {
      await client.end();
      await database.drop();
      await rm(directory, { recursive: true, force: true });
    },
  };
  return project;
}

/** A desired state written by hand, for what the library's own tables do not make. */
export function described(
  statements: readonly string[],
  { schemas = ['app'], roles = [] }: Partial<Pick<DesiredState, 'schemas' | 'roles'>> = {},
): DesiredState {
  const roleStatements = roles.map(
    (role) =>
      `DO $$ BEGIN IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = '${role}') THEN CREATE ROLE "${role}" NOLOGIN; END IF; END $$`,
  );
  const creations = schemas
    .filter((schema) => schema !== 'public')
    .map((schema) => `CREATE SCHEMA "${schema}"`);
  return {
    schemas,
    roles,
    roleStatements,
    statements: [...roleStatements, ...creations, ...statements],
    endStatements: [],
    raw: [],
    restViews: [],
    definerViews: [],
    uncheckedBodies: [],
  };
}

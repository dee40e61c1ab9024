import { createDatabase, type TemporaryDatabase } from '@rowhouse/harness';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';

/**
 * What a user of the schema library has: packages that npm packed and installed in a project of its
 * own, and an extension that one of them brings.
 */
const repository = join(import.meta.dirname, '..');

const PROJECT = `
import { Metadata, RestExtension, restView, SchemaConfig, table } from '@rowhouse/schema';
import { text } from 'drizzle-orm/pg-core';

export const metadata = new Metadata();
export const config = new SchemaConfig().use(new RestExtension());

const articles = table('articles', { title: text().notNull() }, { metadata, config, schema: 'blog' });
restView(articles, { grants: ['select', 'insert', 'update', 'delete'] });
`;

let project: string;
let database: TemporaryDatabase;
let owner: pg.Client;

beforeAll(async () => {
  project = mkdtempSync(join(tmpdir(), 'schema-extension-'));
  const tarballs = join(project, 'tarballs');
  mkdirSync(tarballs);
  const packages = [
    join(repository, 'libs/errors'),
    join(repository, 'libs/python'),
    join(repository, 'libs/sqlalchemy'),
    join(repository, 'libs/schema'),
    join(import.meta.dirname, 'packages/schema-audit'),
  ];
  npm('pack', '--silent', '--pack-destination', tarballs, ...packages);
  writeFileSync(join(project, 'package.json'), '{ "name": "blog", "private": true }\n');
  const files = readdirSync(tarballs).map((name) => `./tarballs/${name}`);
  npm('install', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error', ...files);
  writeFileSync(join(project, 'schema.config.ts'), PROJECT);
  database = await createDatabase(inject('postgresUrl'));
  owner = await connect();
});

afterAll(async () => {
  await owner?.end();
  await database?.drop();
  rmSync(project, { recursive: true, force: true });
});

function npm(...args: readonly string[]): void {
  const program = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  execFileSync(program, args, { cwd: project, stdio: ['ignore', 'pipe', 'inherit'] });
}

async function connect(role?: string): Promise<pg.Client> {
  const client = new pg.Client(database.url);
  await client.connect();
  if (role !== undefined) await client.query(`SET ROLE ${role}`);
  return client;
}

/** Runs the installed command. */
function schema(...args: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(join(project, 'node_modules/.bin/schema'), args, {
    cwd: project,
    encoding: 'utf8',
    env: { ...process.env, NODE_OPTIONS: '', DATABASE_URL: database.url },
    shell: process.platform === 'win32',
  });
  return { status, stdout, stderr };
}

const succeeds = (stdout: string) => ({ status: 0, stdout, stderr: '' });

test('is found through its package.json', () => {
  expect(schema('extensions', 'list')).toEqual(
    succeeds('rest (registered in the project)\naudit (from schema-audit) depends on rest\n'),
  );
});

test('adds a command, as the REST extension does', () => {
  expect(schema('audit')).toEqual(succeeds('audit.blog_articles\n'));
  expect(schema('rest-config', '--db-uri', 'postgresql://authenticator@db/blog')).toEqual(
    succeeds(
      `# The password is not here: set PGPASSWORD in the environment of PostgREST.
db-uri = "postgresql://authenticator@db/blog"
db-schemas = "api"
db-anon-role = "anon"
db-extra-search-path = "blog"
db-pre-request = "api_triggers.check_request"
`,
    ),
  );
  expect(schema('--help').stdout).toMatch(/audit +list the tables whose history is kept/);
});

describe('in the database', () => {
  test('its plugin, role, grants and renderer are part of the migration, which converges', () => {
    expect(schema('generate', 'first')).toMatchObject({ status: 0, stderr: '' });
    const [folder] = readdirSync(join(project, 'migrations'));
    const up = readFileSync(join(project, 'migrations', folder!, 'up.sql'), 'utf8');
    expect(up).toMatch(
      /-- A history: rows are added by triggers alone\.\nCREATE TABLE "?audit"?\."?blog_articles"?/,
    );
    expect(schema('migrate')).toMatchObject({ status: 0, stderr: '' });
    expect(schema('check')).toMatchObject({ status: 0, stderr: '' });
    expect(schema('generate', 'second').stdout).toBe(
      'Nothing has changed; no migration was written.\n',
    );
  });

  test('what a client of the REST view does is recorded, with its role', async () => {
    const anon = await connect('anon');
    await anon.query(`INSERT INTO api.articles (title) VALUES ('Hello')`);
    await anon.query(`UPDATE api.articles SET title = 'Goodbye'`);
    await anon.query(`DELETE FROM api.articles`);
    await expect(anon.query('SELECT * FROM audit.blog_articles')).rejects.toThrow(
      'permission denied for schema audit',
    );
    await anon.end();

    const auditor = await connect('auditor');
    const { rows } = await auditor.query(
      `SELECT by, operation, "row" FROM audit.blog_articles ORDER BY id`,
    );
    expect(rows).toEqual([
      { by: 'anon', operation: 'INSERT', row: { id: 1, title: 'Hello' } },
      { by: 'anon', operation: 'UPDATE', row: { id: 1, title: 'Goodbye' } },
      { by: 'anon', operation: 'DELETE', row: { id: 1, title: 'Goodbye' } },
    ]);
    await expect(auditor.query('DELETE FROM audit.blog_articles')).rejects.toThrow(
      'permission denied for table blog_articles',
    );
    await auditor.end();
  });
});

test('says what it misses, and where it came from', () => {
  const config = join(project, 'alone.config.ts');
  writeFileSync(
    config,
    `import { Metadata, SchemaConfig } from '@rowhouse/schema';
export const metadata = new Metadata();
export const config = new SchemaConfig();`,
  );
  expect(schema('--config', config, 'sql')).toEqual({
    status: 1,
    stdout: '',
    stderr:
      "schema error: extension audit (from package schema-audit): depends on extension 'rest', which is not registered (registered: audit) [missing-extension]\n  Add it with use(), or install its package.\n",
  });
});

import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import pg from 'pg';
import { describe, expect, test, vi } from 'vitest';

import { directory, onDatabase, project, schema, withProject } from './command.js';

withProject();

const dev = (...args: string[]) => schema('dev', '--once', ...onDatabase(), ...args);

async function columns(): Promise<string[]> {
  const client = new pg.Client(onDatabase()[1]!);
  await client.connect();
  const { rows } = await client
    .query<{ name: string }>(
      `SELECT column_name AS name FROM information_schema.columns
       WHERE table_schema = 'blog' AND table_name = 'articles' ORDER BY ordinal_position`,
    )
    .finally(() => client.end());
  return rows.map(({ name }) => name);
}

describe('schema dev', () => {
  test('brings a database to the code, and writes no migration', async () => {
    const first = await dev();
    expect(first).toMatchObject({ code: 0, err: '' });
    expect(first.out).toMatch(/^Changed the database:\n[^]*create table blog\.articles/);
    expect(await columns()).toEqual(['id', 'title']);
    expect((await dev()).out).toBe('The database is as the code says.');

    await project("title: text().notNull().default('new'), pages: integer()");
    const out = join(directory, 'models.py');
    expect((await dev('--models', out)).out).toMatch(
      /^Changed the database:\n[^]* {2}create column blog\.articles\.pages\n[^]*Wrote .*models\.py\.$/,
    );
    expect(await columns()).toEqual(['id', 'title', 'pages']);
    expect(await readFile(out, 'utf8')).toContain('pages');
  });

  test('loses no data unless that is accepted', async () => {
    await dev();
    await project('');
    const refused = await dev();
    expect(refused).toMatchObject({ code: 1, out: '' });
    expect(refused.err).toBe(
      'error: drop column blog.articles.title: its values are lost [data-loss]\n' +
        '  Nothing was changed. If you renamed something, use --rename to keep its data. To make the change anyway, use --accept-loss.',
    );
    expect(await columns()).toEqual(['id', 'title']);
    expect((await dev('--accept-loss')).code).toBe(0);
    expect(await columns()).toEqual(['id']);
  });

  test('keeps the values of a column that is said to be renamed', async () => {
    await dev();
    const client = new pg.Client(onDatabase()[1]!);
    await client.connect();
    await client.query("INSERT INTO blog.articles (title) VALUES ('one')");
    await project("headline: text().notNull().default('new')");
    expect(await dev('--rename', 'blog.articles.title=headline')).toMatchObject({ code: 0 });
    const { rows } = await client
      .query('SELECT headline FROM blog.articles')
      .finally(() => client.end());
    expect(rows).toEqual([{ headline: 'one' }]);
  });

  test('names the statement that rows are in the way of', async () => {
    await dev();
    const client = new pg.Client(onDatabase()[1]!);
    await client.connect();
    await client
      .query("INSERT INTO blog.articles (title) VALUES ('one')")
      .finally(() => client.end());
    await project("title: text().notNull().default('new'), pages: integer().notNull()");
    const { code, err } = await dev();
    expect(code).toBe(1);
    expect(err).toMatch(
      /^error: PostgreSQL rejects a statement: column "pages" .* contains null values/,
    );
    expect(await columns()).toEqual(['id', 'title']);
  });

  test('leads to one migration, which the database has once it is noted', async () => {
    await schema('generate', 'first', ...onDatabase());
    expect((await dev()).err).toContain('Run `schema migrate`.');
    await schema('migrate', ...onDatabase());
    await project("title: text().notNull().default('new'), pages: integer()");
    await dev();
    await schema('generate', 'pages', ...onDatabase());
    expect((await dev()).err).toContain('_pages: the database does not have it yet');
    expect((await schema('baseline', ...onDatabase())).code).toBe(0);
    expect((await dev()).out).toBe('The database is as the code says.');
  });

  test('watches the tables', async () => {
    const { says, stop } = watch();
    try {
      await says('create table blog.articles');
      await project('title: text(');
      await says('cannot be loaded');
      await project("title: text().notNull().default('new'), pages: integer()");
      await says('create column blog.articles.pages');
      expect(await columns()).toEqual(['id', 'title', 'pages']);
    } finally {
      stop();
    }
  });

  test('renames once, also where the rest of the first change is refused', async () => {
    await project("title: text().notNull().default('new'), pages: integer()");
    await dev();
    await project("headline: text().notNull().default('new')");
    const { says, stop } = watch('--rename', 'blog.articles.title=headline');
    try {
      await says('Nothing else was changed.');
      await project("headline: text().notNull().default('new'), pages: integer()");
      await says('rebuild view api.articles');
      expect(await columns()).toEqual(['id', 'headline', 'pages']);
    } finally {
      stop();
    }
  });
});

/** Runs the command without `--once`. */
function watch(...args: string[]) {
  const bin = join(import.meta.dirname, '../../bin/schema.js');
  const config = join(directory, 'schema.config.ts');
  const all = [bin, 'dev', '--config', config, ...onDatabase(), ...args];
  const child = spawn(process.execPath, all);
  let said = '';
  child.stdout.on('data', (data: Buffer) => (said += data.toString()));
  child.stderr.on('data', (data: Buffer) => (said += data.toString()));
  const says = (what: string) =>
    vi.waitFor(
      () => {
        expect(said).toContain(what);
      },
      { timeout: 60_000 },
    );
  return { says, stop: () => child.kill() };
}

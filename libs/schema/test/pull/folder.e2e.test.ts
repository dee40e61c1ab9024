import { existsSync } from 'node:fs';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { startEmbeddedPostgres, type EmbeddedPostgres } from '@rowhouse/schema/embedded';
import prettier from 'prettier';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { compileProblems } from './compile.js';
import { openPullProject, STYLE } from './pull-project.js';

/** Roles belong to a server, and `pull.e2e.test.ts` may be making those of the same fixtures on the run's. */
let server: EmbeddedPostgres;
beforeAll(async () => {
  server = await startEmbeddedPostgres();
});
afterAll(() => server.stop());

test.each(['lending.sql', 'trade.sql', 'api.sql', 'hostile.sql', 'built.sql'])(
  '%s is pulled into a folder, a file for each table',
  async (fixture) => {
    await using project = await openPullProject(fixture, server.url);
    const folder = `${join(dirname(project.file), 'tables')}/`;
    const index = join(folder, 'index.ts');
    const pull = (...args: string[]) => project.pull('--out', folder, ...args);
    expect(await pull()).toMatchObject({ code: 0, out: `Wrote ${folder}.` });
    const names = await readdir(folder);
    expect(names).toEqual(expect.arrayContaining(['index.ts', 'metadata.ts']));
    expect(names.length).toBeGreaterThan(3);
    for (const name of names) {
      const text = await readFile(join(folder, name), 'utf8');
      expect(await prettier.check(text, { ...STYLE, filepath: join(folder, name) })).toBe(true);
      expect(text.match(/ = table\(/g)?.length ?? 0).toBeLessThan(2);
    }
    expect(compileProblems(index)).toEqual([]);
    expect(await pull()).toMatchObject({ code: 0, out: `${folder} is up to date.` });

    const migrations = ['--migrations', join(dirname(project.file), 'migrations')];
    const place = ['--config', index, ...migrations, '--database-url', project.url];
    expect(await project.schema('generate', 'initial', ...place)).toMatchObject({ code: 0 });
    expect(await project.schema('baseline', ...place)).toMatchObject({ code: 0 });
    expect(await project.schema('check', ...place)).toMatchObject({
      code: 0,
      out: 'Code, migrations and database agree.',
    });
  },
);

test('a folder is compared, and what is left over goes with --force', async () => {
  await using project = await openPullProject();
  await project.run(`CREATE TABLE authors (id serial PRIMARY KEY);
    CREATE TABLE "orderItems" (id serial PRIMARY KEY, author_id integer REFERENCES authors);
    CREATE TABLE "orderitems" (id serial PRIMARY KEY);
    CREATE TABLE "index" (id serial PRIMARY KEY); CREATE TABLE metadata (id serial PRIMARY KEY)`);
  const folder = `${join(dirname(project.file), 'tables')}/`;
  const pull = (...args: string[]) => project.pull('--out', folder, ...args);
  expect(await pull('--check')).toMatchObject({
    code: 1,
    out: `${folder} does not exist. To write it, run the command without --check.`,
  });
  expect(await pull()).toMatchObject({ code: 0, err: '' });
  const items = join(folder, 'order-items.ts');
  expect(await readdir(folder)).toEqual([
    ...['authors.ts', 'index-table.ts', 'index.ts', 'metadata-table.ts', 'metadata.ts'],
    ...['order-items.ts', 'orderitems.ts'],
  ]);
  expect(await readFile(items, 'utf8')).toContain("import { authors } from './authors.js';");

  await writeFile(items, `// Mine.\n${await readFile(items, 'utf8')}`);
  await writeFile(join(folder, 'own.ts'), 'export const own = 1;\n');
  expect(await pull('--check')).toMatchObject({
    code: 0,
    out: `${folder} matches the database, although it is written differently. Nothing was changed.`,
  });
  await project.run('DROP TABLE orderitems; ALTER TABLE authors ADD name text');
  const changed = await pull();
  expect(changed.code).toBe(1);
  expect(changed.out).toContain('missing: table public.orderitems');
  expect(changed.out).toContain('unexpected: column public.authors.name');
  expect(existsSync(join(folder, 'orderitems.ts'))).toBe(true);
  expect(await pull('--force')).toMatchObject({ code: 0, out: `Wrote ${folder}.` });
  expect(existsSync(join(folder, 'orderitems.ts'))).toBe(false);
  expect(existsSync(join(folder, 'own.ts'))).toBe(true);
  expect(await readFile(items, 'utf8')).not.toContain('// Mine.');
  await rm(folder, { recursive: true });
});

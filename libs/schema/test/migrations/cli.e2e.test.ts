import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import { directory, onDatabase, project, schema, withProject } from './command.js';
import { NO_DRIFT } from './migration-project.js';

withProject();

describe('schema', () => {
  test('leads from code to database and back', async () => {
    const generated = await schema('generate', 'add-articles', ...onDatabase());
    expect(generated).toMatchObject({ code: 0, err: '' });
    expect(generated.out).toMatch(
      /^Wrote \d{14}_add-articles:\n.* {2}create table blog\.articles\n.* {2}create view api\.articles/s,
    );
    const [id] = await readdir(join(directory, 'migrations'));

    expect(await schema('status', ...onDatabase())).toEqual({
      code: 0,
      out: `pending  ${id}`,
      err: '',
    });
    const pending = await schema('check', ...onDatabase());
    expect(pending).toMatchObject({ code: 1, err: '' });
    expect(pending.out).toBe(
      `The database lacks migrations from the folder. Run \`schema migrate\`:\n  ${id}`,
    );
    const script = await readFile(join(directory, 'migrations', id!, 'up.sql'), 'utf8');
    const rehearsed = await schema('migrate', '--dry-run', ...onDatabase());
    expect(rehearsed).toEqual({ code: 0, out: script, err: '' });
    expect((await schema('status', ...onDatabase())).out).toBe(`pending  ${id}`);
    expect(await schema('migrate', ...onDatabase())).toEqual({
      code: 0,
      out: `Applying ${id}\nApplied 1.`,
      err: '',
    });
    expect((await schema('migrate', ...onDatabase())).out).toBe(
      'The database is up to date: it has all migrations.',
    );
    expect((await schema('status', ...onDatabase())).out).toMatch(
      new RegExp(`^applied {2}${id} {2}\\(\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z\\)$`),
    );
    expect(await schema('check', ...onDatabase())).toEqual({
      code: 0,
      out: 'Code, migrations and database agree.',
      err: '',
    });
    expect((await schema('generate', 'again', ...onDatabase())).out).toBe(
      'Nothing has changed; no migration was written.',
    );

    const refused = await schema('rollback', ...onDatabase());
    expect(refused).toMatchObject({ code: 1, out: '' });
    expect(refused.err).toBe(
      `error: ${id}: drop table blog.articles: its rows are lost [data-loss]\n  Nothing was changed. To continue anyway, add --allow-data-loss.`,
    );
    expect(await schema('rollback', '--allow-data-loss', ...onDatabase())).toEqual({
      code: 0,
      out: `Rolling back ${id}\nMigrations rolled back: 1.`,
      err: '',
    });
    expect((await schema('rollback', ...onDatabase())).out).toBe(
      'The database has no migrations to roll back.',
    );
  });

  test('prints JSON for programs', async () => {
    const json = async (...args: string[]) =>
      JSON.parse((await schema(...args, '--json', ...onDatabase())).out) as unknown;
    expect(await json('generate', 'one')).toMatchObject({
      id: expect.stringMatching(/_one$/) as string,
      losses: [],
    });
    expect(await json('generate', 'two')).toBeNull();
    expect(await json('status')).toMatchObject([{ state: 'pending' }]);
    expect(await json('migrate')).toHaveLength(1);
    expect(await json('check')).toEqual(NO_DRIFT);
    expect(await json('rollback', '--allow-data-loss')).toHaveLength(1);
    expect(JSON.parse((await schema('extensions', 'list', '--json')).out)).toEqual([
      { name: 'rest', origin: 'manual', dependsOn: [] },
    ]);
  });

  test('needs no database to generate and check', async () => {
    expect(await schema('generate', 'one')).toMatchObject({ code: 0, err: '' });
    expect(await schema('check')).toEqual({ code: 0, out: 'Code and migrations agree.', err: '' });
    await project('title: text(), views: integer()');
    const drift = await schema('check');
    expect(drift.code).toBe(1);
    expect(drift.out).toMatch(
      /^The migrations do not match the code. Run `schema generate NAME`:\n/,
    );
    expect(drift.out).toContain('\n  missing: column blog.articles.views');
    const rehearsal = await schema('migrate');
    expect(rehearsal.err).toMatch(
      /^note: neither --database-url nor DATABASE_URL is set: using an empty embedded PostgreSQL/,
    );
    expect(rehearsal.out).toContain('Applied 1.');
  });

  test('renames and data loss are asked for', async () => {
    await schema('generate', 'one', ...onDatabase());
    await project("headline: text().notNull().default('new')");
    const refused = await schema('generate', 'two', ...onDatabase());
    expect(refused.code).toBe(1);
    expect(refused.err).toContain(
      'error: drop column blog.articles.title: its values are lost [data-loss]\n',
    );
    const renamed = await schema(
      ...['generate', 'two', '--rename', 'blog.articles.title=headline'],
      ...onDatabase(),
    );
    expect(renamed.out).toContain('  rename column blog.articles.title to headline');
  });

  test('prints the desired SQL and what extensions add', async () => {
    const { out } = await schema('sql');
    expect(out).toContain('CREATE TABLE "blog"."articles" (');
    expect(out).toContain("NOTIFY pgrst, 'reload schema';");
    expect((await schema('extensions', 'list')).out).toBe('rest (registered in the project)');
    expect((await schema('--help')).out).toContain('rest-config');
    expect(await schema('rest-config', '--db-uri', 'postgresql://authenticator@db/blog')).toEqual({
      code: 0,
      out: [
        '# The password is not here: set PGPASSWORD in the environment of PostgREST.',
        'db-uri = "postgresql://authenticator@db/blog"',
        'db-schemas = "api"',
        'db-anon-role = "anon"',
        'db-extra-search-path = "blog"',
        'db-pre-request = "api_triggers.check_request"',
      ].join('\n'),
      err: '',
    });
  });

  test("an extension's renderer and rewriter shape the migration, and are blamed when they break it", async () => {
    const custom = (body: string) =>
      project(
        'title: text()',
        `class Custom extends Extension { name = 'custom'; configureMigrations(registry) { ${body} } }`,
      );
    await custom(`registry
      .addRewriter(this.name, (steps) => [{ sql: "SET LOCAL lock_timeout = '5s'", verb: 'alter', kind: 'custom', object: 'lock timeout' }, ...steps])
      .addRenderer(this.name, 'comment', () => undefined)
      .addRenderer(this.name, 'table', (step) => step.verb === 'create' ? '/* rendered */ ' + step.sql : undefined);`);
    await schema('generate', 'one', ...onDatabase());
    const [id] = await readdir(join(directory, 'migrations'));
    const up = await readFile(join(directory, 'migrations', id!, 'up.sql'), 'utf8');
    expect(up).toContain("SET LOCAL lock_timeout = '5s';");
    expect(up).toContain('/* rendered */ CREATE TABLE');
    expect((await schema('migrate', ...onDatabase())).code).toBe(0);
    expect((await schema('check', ...onDatabase())).code).toBe(0);

    await rm(join(directory, 'migrations'), { recursive: true });
    await custom(
      "registry.addRewriter(this.name, (steps) => steps.filter((step) => step.kind !== 'view'));",
    );
    const broken = await schema('generate', 'one', ...onDatabase());
    expect(broken.code).toBe(1);
    expect(broken.err).toMatch(/^error: the migration was not written: .*as rewritten by custom: /);
  });
});

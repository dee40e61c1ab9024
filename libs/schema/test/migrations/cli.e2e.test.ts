import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { createDatabase, type TemporaryDatabase } from '@rowhouse/harness';
import { afterEach, beforeEach, describe, expect, inject, test, vi } from 'vitest';

import { main } from '../../src/cli/main.js';
import { Metadata } from '../../src/index.js';
import { NO_DRIFT } from './workshop.js';

const server = inject('postgresUrl');

let database: TemporaryDatabase;
let directory: string;

beforeEach(async () => {
  database = await createDatabase(server);
  directory = await mkdtemp(join(tmpdir(), 'rowhouse-cli-'));
  await project("title: text().notNull().default('new')");
});

afterEach(async () => {
  await database.drop();
  await rm(directory, { recursive: true, force: true });
});

/** Writes a project whose table of articles has these columns. */
async function project(columns: string, more = ''): Promise<void> {
  const drizzle = import.meta.resolve('drizzle-orm/pg-core');
  await writeFile(
    join(directory, 'schema.config.ts'),
    `import { integer, text } from ${JSON.stringify(drizzle)};
     import { Extension, Metadata, RestExtension, restView, SchemaConfig, table } from '@rowhouse/schema';
     ${more.startsWith('class') ? more : ''}
     export const config = new SchemaConfig({ autoDiscover: false }).use(new RestExtension())${more.startsWith('class') ? '.use(new Custom())' : ''};
     export const metadata = new Metadata();
     const articles = table('articles', { ${columns} }, { schema: 'blog', metadata, config });
     restView(articles, { grants: ['select', 'insert'] });`,
  );
}

/** Runs the command as a user would, on the project and the database. */
async function schema(...args: string[]) {
  const lines: string[] = [];
  const notes: string[] = [];
  const code = await main([...args, '--config', join(directory, 'schema.config.ts')], {
    print: (text) => lines.push(text),
    note: (text) => notes.push(text),
  });
  return { code, out: lines.join('\n'), err: notes.join('\n') };
}

const onDatabase = () => ['--database-url', database.url];

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
      `The database does not have the migrations of the folder. Run \`schema migrate\`:\n- ${id} is not applied yet`,
    );
    expect(await schema('migrate', ...onDatabase())).toEqual({
      code: 0,
      out: `Applying ${id}\nApplied 1.`,
      err: '',
    });
    expect((await schema('migrate', ...onDatabase())).out).toBe('The database has all migrations.');
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
      `this loses data, and nothing was changed:\n- ${id}: drop table blog.articles: its rows are lost\nTo go on all the same, add --allow-data-loss`,
    );
    expect(await schema('rollback', '--allow-data-loss', ...onDatabase())).toEqual({
      code: 0,
      out: `Taking back ${id}\nTook back 1.`,
      err: '',
    });
    expect((await schema('rollback', ...onDatabase())).out).toBe('The database has no migrations.');
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
      /^The migrations do not lead to what the code describes. Run `schema generate NAME`:\n/,
    );
    expect(drift.out).toContain('- missing: column blog.articles.views');
    const rehearsal = await schema('migrate');
    expect(rehearsal.err).toMatch(/^no database given .* using an embedded PostgreSQL/);
    expect(rehearsal.out).toContain('Applied 1.');
  });

  test('renames and data loss are asked for', async () => {
    await schema('generate', 'one', ...onDatabase());
    await project("headline: text().notNull().default('new')");
    const refused = await schema('generate', 'two', ...onDatabase());
    expect(refused.code).toBe(1);
    expect(refused.err).toContain('- drop column blog.articles.title: its values are lost');
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
    expect(broken.err).toMatch(/^the migration was not written: .*as rewritten by custom: /);
  });
});

describe('schema says what is wrong', () => {
  test.each([
    [['nonsense'], /^unknown command 'nonsense'/],
    [['migrat'], /Did you mean migrate/],
    [['generate'], /^missing required argument 'name'/],
    [['generate', 'a b'], /^"a b" cannot name a migration: use letters, digits, - and _/],
    [['generate', 'x', '--rename', 'articles'], /^--rename articles is not of the form/],
    [['rollback', '--steps', '0'], /must be a whole number above 0/],
    [['migrate', '--database-url', 'nonsense'], /^the database URL is not of the form postgresql:/],
    [
      ['migrate', '--database-url', 'postgresql://a:hunter2@127.0.0.1:1/b'],
      /^cannot connect to b on 127/,
    ],
  ])('%j', async (args, message) => {
    const { code, out, err } = await schema(...args);
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toMatch(message);
    expect(err).not.toContain('hunter2');
    expect(err).not.toContain('    at ');
  });

  test('a project that is missing, or exports too little, is named', async () => {
    await writeFile(join(directory, 'schema.config.ts'), 'export const config = 1;');
    expect((await schema('sql')).err).toMatch(
      /schema\.config\.ts must export `config`, a SchemaConfig, and exports something else, and must export `metadata`, a Metadata$/,
    );
    await writeFile(join(directory, 'schema.config.ts'), "import './missing.js';");
    expect((await schema('sql')).err).toMatch(/does not load: Cannot find module/);
    await rm(join(directory, 'schema.config.ts'));
    expect((await schema('sql')).err).toMatch(/^there is no .*schema\.config\.ts here/);
  });

  test('a mistake in the schema has no stack trace, and a defect has one', async () => {
    await project('title: text(), title2: text("title")');
    const mistake = await schema('sql');
    expect(mistake.code).toBe(1);
    expect(mistake.err).not.toContain('    at ');
    await project('title: text()');
    vi.spyOn(Metadata.prototype, 'objects').mockImplementationOnce(() => {
      throw new TypeError('oops');
    });
    const defect = await schema('sql');
    expect(defect).toMatchObject({ code: 1, out: '' });
    expect(defect.err).toMatch(/^TypeError: oops\n {4}at /);
    expect(defect.err).toContain('desired-state');
  });

  describe("names the place in the user's files, and no others", () => {
    const write = (file: string, ...lines: string[]) =>
      writeFile(join(directory, file), lines.join('\n'));
    const at = (file: string, place: string) => `${join(directory, file)}:${place}`;

    test('of an error in a module that the project imports', async () => {
      await write(
        'schema.config.ts',
        "import { Metadata, SchemaConfig } from '@rowhouse/schema';",
        "import { build } from './tables.js';",
        'export const config: SchemaConfig = new SchemaConfig({ autoDiscover: false });',
        'export const metadata = new Metadata();',
        'build(metadata);',
      );
      await write(
        'tables.ts',
        "import { table, type Metadata } from '@rowhouse/schema';",
        'export function build(metadata: Metadata): void {',
        "  const names: string[] = ['a'];",
        '  names.forEach((name: string) => {',
        '    table(name, { title: txt() }, { metadata });',
        '  });',
        '}',
      );
      for (const args of [['check'], ['generate', 'x'], ['sql'], ['extensions', 'list']]) {
        const { code, out, err } = await schema(...args);
        expect({ code, out }).toEqual({ code: 1, out: '' });
        const [first, ...frames] = err.split('\n');
        expect(first).toBe(`${at('tables.ts', '5:26')}: ReferenceError: txt is not defined`);
        expect(frames).toEqual([
          expect.stringContaining(`at build (${at('tables.ts', '4:')}`),
          expect.stringContaining(`at ${at('schema.config.ts', '5:')}`),
        ]);
      }
    });

    test.each([
      {
        name: 'a query',
        body: [],
        view: 'restView(made, { query: (base) => base.filter(1) });',
        expected: /:7:98: TypeError: base\.filter is not a function\n {4}at \S+\.ts:7:\d+$/,
      },
      {
        name: 'a hook',
        body: ['  override configureMetadata(metadata: Metadata) {', '    metadata.nope();', '  }'],
        expected:
          /:5:14: extension "custom" \(registered with use\(\)\) failed in configureMetadata\(\): metadata\.nope is not a function$/,
      },
      {
        name: 'a command',
        body: [
          '  override registerCli(program: any) {',
          "    program.command('audit').action(() => { JSON.parse('{'); });",
          '  }',
        ],
        expected: /:5:\d+: SyntaxError: .*JSON/,
      },
    ])('of an error in $name of the user', async ({ body, view = '', expected }) => {
      await write(
        'schema.config.ts',
        "import { Extension, Metadata, RestExtension, restView, SchemaConfig, table } from '@rowhouse/schema';",
        'class Custom extends Extension {',
        "  override readonly name = 'custom';",
        ...body,
        '}',
        'export const metadata = new Metadata();',
        'export const config = new SchemaConfig({ autoDiscover: false }).use(new RestExtension()).use(new Custom());',
        `const made = table('articles', {}, { metadata, config }); ${view}`,
      );
      const { code, err } = await schema('audit');
      expect(code).toBe(1);
      expect(err).toMatch(expected);
    });
  });

  test('folders that are no migrations are named', async () => {
    await mkdir(join(directory, 'migrations', 'notes'), { recursive: true });
    expect((await schema('migrate', ...onDatabase())).err).toMatch(
      /^not a migration's folder: notes\. Folders here are called <timestamp>_<name>/,
    );
  });

  test('each command has help with examples', async () => {
    for (const command of [
      'generate',
      'migrate',
      'rollback',
      'status',
      'check',
      'sql',
      'extensions',
    ]) {
      const { code, out } = await schema(command, '--help');
      expect(code).toBe(0);
      expect(out).toMatch(new RegExp(`^Usage: schema ${command}.*Examples:\\n {2}schema `, 's'));
    }
    expect((await schema('--version')).out).toMatch(/^\d+\.\d+\.\d+/);
  });
});

import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { describe, expect, test, vi } from 'vitest';

import { Metadata } from '../../src/index.js';
import { directory, onDatabase, project, schema, withProject } from './command.js';

withProject();

describe('schema says what is wrong', () => {
  test.each([
    [['nonsense'], /^error: unknown command 'nonsense'/],
    [['migrat'], /Did you mean migrate/],
    [['generate'], /^error: missing required argument 'name'/],
    [
      ['generate', 'a b'],
      /^error: 'a b' is not a valid name of a migration\n {2}Use letters, digits, - and _/,
    ],
    [
      ['generate', 'x', '--rename', 'articles'],
      /^error: --rename: found 'articles', expected schema\.table=new_name/,
    ],
    [['rollback', '--steps', '0'], /must be a whole number above 0/],
    [
      ['migrate', '--migrations', 'nowhere'],
      /^error: --migrations: there is no folder 'nowhere'\n {2}Correct the path\./,
    ],
    [['status', '--migrations', 'nowhere'], /there is no folder 'nowhere'/],
    [['migrate', '--lock-timeout', 'never'], /must be a number of seconds above 0/],
    [
      ['migrate', '--database-url', 'nonsense'],
      /^error: the database URL is not of the form postgresql:/,
    ],
    [
      ['migrate', '--database-url', 'postgresql+asyncpg://a@127.0.0.1:1/b'],
      /^error: b on 127\.0\.0\.1:1: cannot connect: /,
    ],
    [
      ['migrate', '--database-url', 'postgresql://a:hunter2@127.0.0.1:1/b'],
      /^error: b on 127\.0\.0\.1:1: cannot connect: .* \[cannot-connect\]$/,
    ],
  ])('%j', async (args, message) => {
    const { code, out, err } = await schema(...args);
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toMatch(message);
    expect(err).not.toContain('hunter2');
    expect(err).not.toContain('    at ');
  });

  test('with --json every problem is data on standard output, too', async () => {
    await project('titel: text(), b: text("titel")');
    const { code, out, err } = await schema('check', '--json');
    expect(code).toBe(1);
    expect(err).toMatch(/^schema error: table blog\.articles: has two columns named 'titel'/);
    expect(JSON.parse(out)).toEqual({
      error: {
        kind: 'schema',
        prefix: 'schema error',
        issues: [
          {
            code: 'duplicate-column',
            subject: 'table blog.articles',
            message: "has two columns named 'titel'",
            fix: 'Rename one of the two.',
            docs: 'https://github.com/rowhouse/rowhouse/blob/main/docs/schema/errors.md#duplicate-column',
          },
        ],
      },
    });
  });

  test('a project that is missing, or exports too little, is named', async () => {
    await writeFile(join(directory, 'schema.config.ts'), 'export const config = 1;');
    expect((await schema('sql')).err).toMatch(
      /^error: .*schema\.config\.ts: config: found 1: has the wrong type.*\n {2}Write: export const config = .*\n.*schema\.config\.ts: does not export 'metadata' \[missing-export\]\n {2}Write: export const metadata = .*$/,
    );
    await writeFile(join(directory, 'schema.config.ts'), "import './missing.js';");
    expect((await schema('sql')).err).toMatch(/cannot be loaded: Cannot find module/);
    await writeFile(join(directory, 'schema.config.ts'), "import './tables.js';");
    await writeFile(join(directory, 'tables.ts'), 'const a = 1;\nconst b: number = ;\n');
    expect((await schema('sql')).err).toMatch(
      /^error: .*tables\.ts:2:19: cannot be loaded: Unexpected token \[project-load-failed\]$/,
    );
    await rm(join(directory, 'schema.config.ts'));
    expect((await schema('sql')).err).toMatch(
      /^error: .*schema\.config\.ts: the file does not exist \[no-project\]/,
    );
  });

  test('without a project every command says so, unless the migrations are named', async () => {
    await schema('generate', 'one', ...onDatabase());
    await rm(join(directory, 'schema.config.ts'));
    const commands = ['migrate', 'rollback', 'status', 'check', 'sql', 'rest-config'];
    for (const command of [...commands.map((name) => [name]), ['rest-config', '--help']]) {
      const { code, out, err } = await schema(...command);
      expect({ code, out }).toEqual({ code: 1, out: '' });
      expect(err).toMatch(
        /schema\.config\.ts: the file does not exist.*\[no-project\]\n {2}Run the command in the folder of the project/,
      );
    }
    const named = ['--migrations', join(directory, 'migrations'), ...onDatabase()];
    expect((await schema('migrate', ...named)).out).toContain('Applied 1.');
    expect((await schema('--help')).out).toMatch(/^Usage: schema /);
    expect((await schema('help', 'lint')).out).toMatch(/^Usage: schema lint /);
  });

  test('an empty DATABASE_URL names no database, an empty --database-url is refused', async () => {
    vi.stubEnv('DATABASE_URL', '');
    try {
      expect(await schema('generate', 'one')).toMatchObject({ code: 0, err: '' });
      expect((await schema('check')).out).toBe('Code and migrations agree.');
      expect((await schema('migrate', '--database-url', '')).err).toMatch(
        /^error: the database URL is not of the form/,
      );
    } finally {
      vi.unstubAllEnvs();
    }
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
    expect(defect.err).toContain('loadProject');
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
        expect(first).toBe(
          `error: ${at('tables.ts', '5:26')}: ReferenceError: txt is not defined [error-in-code]`,
        );
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
        expected:
          /:7:98: TypeError: base\.filter is not a function \[error-in-code\]\n {2}at \S+\.ts:7:\d+$/,
      },
      {
        name: 'a hook',
        body: ['  override configureMetadata(metadata: Metadata) {', '    metadata.nope();', '  }'],
        expected:
          /:5:14: extension custom \(registered with use\(\)\) failed in configureMetadata\(\): metadata\.nope is not a function \[error-in-code\]$/,
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

    test('extensions take part in the command line of every command', async () => {
      await write(
        'schema.config.ts',
        "import { Extension, Metadata, SchemaConfig } from '@rowhouse/schema';",
        'class Custom extends Extension {',
        "  override readonly name = 'custom';",
        "  override registerCli(program: any) { program.hook('preAction', (_: any, action: any) => { throw new Error(`before ${action.name()}`); }); }",
        '}',
        'export const metadata = new Metadata();',
        'export const config = new SchemaConfig({ autoDiscover: false }).use(new Custom());',
      );
      expect((await schema('lint')).err).toContain('Error: before lint');
      await write('schema.config.ts', "throw new Error('unfinished');");
      expect(await schema('lint')).toMatchObject({ code: 0, err: '' });
      expect((await schema('sql')).err).toContain('unfinished');
    });
  });

  test('folders that are no migrations are named', async () => {
    await mkdir(join(directory, 'migrations', 'notes'), { recursive: true });
    expect((await schema('migrate', ...onDatabase())).err).toMatch(
      /^error: notes: is not a valid name of a migration \[misnamed-migration\]\n {2}Migrations are named <timestamp>_<name>/,
    );
  });

  test('each command has help with examples', async () => {
    for (const command of [
      'generate',
      'lint',
      'migrate',
      'rollback',
      'status',
      'check',
      'baseline',
      'sql',
      'extensions',
    ]) {
      const { code, out } = await schema(command, '--help');
      expect(code).toBe(0);
      expect(out).toMatch(
        new RegExp(`^Usage: schema ${command}.*Examples:\\n {2}\\$ schema `, 's'),
      );
    }
    for (const args of [['extensions'], []]) {
      const { out, err } = await schema(...args);
      expect(err).toBe('');
      expect(out).toMatch(/^Usage: schema .*-h, --help +show help.*\n\nExamples:\n/s);
      expect(out).toMatch(/help \[command\] +Show the help of a command\./);
    }
    expect((await schema('--version')).out).toMatch(/^\d+\.\d+\.\d+/);
  });
});

import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import fc from 'fast-check';
import { afterEach, beforeEach, expect, it } from 'vitest';

/** A run that is skipped must be one that nobody can tell from one that is not. */

const repository = resolve(import.meta.dirname, '../../..');
const program = join(repository, 'libs/cli/bin/codegen.cjs');
const config = 'codegen.config.jsonnet';

let base: string;
beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'skip-')));
});
afterEach(() => {
  rmSync(base, { recursive: true });
});

/** An API of a model, with an operation of another package. */
class Shop {
  readonly directory: string;

  constructor(name: string) {
    this.directory = join(base, name);
    const dependencies = { '@rowhouse/fastapi': '*', 'codegen-count': '*' };
    this.write('package.json', JSON.stringify({ dependencies }));
    mkdirSync(this.path('node_modules'));
    for (const library of ['@rowhouse', 'zod']) {
      symlinkSync(
        join(repository, 'node_modules', library),
        this.path(`node_modules/${library}`),
        'junction',
      );
    }
    cpSync(
      join(repository, 'e2e/packages/codegen-count'),
      this.path('node_modules/codegen-count'),
      {
        recursive: true,
      },
    );
    this.write(
      config,
      `{ version: '1', module: 'shop', package_prefix: 'gen', resources: [{ model: 'shop.models.Item', operations: import 'operations.libsonnet' }] }`,
    );
    this.write('operations.libsonnet', operations[0]);
    this.write('shop/models.py', models[0]);
  }

  path(name: string): string {
    return join(this.directory, name);
  }

  write(name: string, text: string): void {
    mkdirSync(dirname(this.path(name)), { recursive: true });
    writeFileSync(this.path(name), text);
  }

  remove(name: string): void {
    rmSync(this.path(name), { recursive: true, force: true });
  }

  /** Changes a file that is there. */
  edit(name: string, change: (text: string) => string): void {
    if (existsSync(this.path(name)))
      this.write(name, change(readFileSync(this.path(name), 'utf8')));
  }

  codegen(...args: readonly string[]) {
    return this.codegenWith({}, ...args);
  }

  codegenWith(variables: Readonly<Record<string, string>>, ...args: readonly string[]) {
    const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
      cwd: this.directory,
      encoding: 'utf8',
      env: { ...process.env, NODE_OPTIONS: '', NO_COLOR: '1', VIRTUAL_ENV: '', ...variables },
    });
    const shown = (text: string) => text.replaceAll(this.directory, '<project>');
    return { status, stdout: shown(stdout), stderr: shown(stderr) };
  }

  /** Every file of the project and its text. */
  files(): Readonly<Record<string, string>> {
    const names = readdirSync(this.directory, { recursive: true, encoding: 'utf8' })
      .filter((name) => !name.startsWith('node_modules') && statSync(this.path(name)).isFile())
      .sort();
    return Object.fromEntries(names.map((name) => [name, readFileSync(this.path(name), 'utf8')]));
  }

  /** Differs when a run was not skipped: then it leaves another record, or none where it fails. */
  records(): string {
    const folder = this.path('node_modules/.cache/rowhouse');
    if (!existsSync(folder)) return 'none';
    const state = (name: string) => `${name} ${statSync(join(folder, name)).mtimeMs}`;
    return readdirSync(folder).map(state).join();
  }
}

const operations = [
  `['get', 'create', { name: 'count', max: 2 }]`,
  `['get', 'list', 'create']`,
  `['get', 'create']`,
] as const;

const header = `from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column


class Base(DeclarativeBase):
    pass


class Item(Base):
    __tablename__ = "items"
    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(unique=True)
`;
const models = [
  header,
  `${header}    price: Mapped[int]\n`,
  `${header}    price: Mapped[str]\n`,
] as const;

const item = 'gen/shop/schemas/item.py';

/** Changes of a project, each by one of three values. */
const edits: Readonly<Record<string, (shop: Shop, value: 0 | 1 | 2) => void>> = {
  'the config': (shop, value) =>
    shop.edit(config, (text) => text.replace(/'shop',/, `'shop', ${' '.repeat(value)}`)),
  'what it generates into': (shop, value) =>
    shop.edit(config, (text) => text.replace(/'gen\d?'/, `'gen${value || ''}'`)),
  'an import': (shop, value) => shop.write('operations.libsonnet', operations[value]),
  'a model': (shop, value) => shop.write('shop/models.py', models[value]),
  'a package before the module': (shop, value) => {
    if (value === 0) shop.remove('shop/models');
    else shop.write('shop/models/__init__.py', models[value]);
  },
  'a folder before the project': (shop, value) => {
    if (value === 0) shop.remove('src');
    else shop.write('src/shop/models.py', models[value]);
  },
  'a virtual environment': (shop, value) => {
    if (value === 0) shop.remove('.venv');
    else shop.write('.venv/pyvenv.cfg', `version = 3.1${value}\n`);
  },
  'an operation': (shop, value) =>
    shop.edit(
      'node_modules/codegen-count/count.py.ejs',
      (text) => `${text.replace(/\n# Of .*$/m, '')}\n# Of ${value}`,
    ),
  'a workspace': (shop, value) => {
    if (value === 0) shop.remove('nx.json');
    else shop.write('nx.json', '{}');
  },
  'an output edited': (shop, value) => shop.edit(item, (text) => `${text}# ${value}\n`),
  'an output edited, with the time and the size that it had': (shop, value) => {
    if (!existsSync(shop.path(item))) return;
    const { atime, mtime } = statSync(shop.path(item));
    shop.edit(item, (text) => text.replace(/^.{3}/, `"${value}"`));
    utimesSync(shop.path(item), atime, mtime);
  },
  'an output written again': (shop) => shop.edit(item, (text) => text),
  'an output removed': (shop) => shop.remove(item),
  'all outputs removed': (shop) => shop.remove('gen'),
  'the list of outputs': (shop, value) =>
    shop.edit('gen/.rowhouse.json', (text) => (value === 0 ? '{}' : text.replace('"a', '"b'))),
  'a file of the user': (shop, value) => shop.write(`gen/mine${value}.py`, `mine = ${value}\n`),
};

const often: readonly (readonly string[])[] = [
  ['generate', config],
  ['generate', config, '--prune'],
];
const seldom: readonly (readonly string[])[] = [
  ['generate', config, '--check'],
  ['generate', config, '--check', '--prune', '--json'],
  ['generate', config, '--dry-run', '--diff'],
  ['generate', config, '--json'],
  ['generate', config, '--keep-edits'],
  ['generate', config, '--clean'],
  ['generate', config, '--out', 'gen1'],
  ['validate', config],
];

it('after any changes, has the same files, output and exit code', async () => {
  const some = <T>(...values: readonly T[]) => fc.constantFrom(...values);
  const step = fc.record({
    // Half of the time nothing changes.
    edit: fc.option(some(...Object.keys(edits)), { freq: 2 }),
    value: some<0 | 1 | 2>(0, 1, 2),
    // Half of the time it is what most people run.
    command: fc.oneof(some(...often), some(...seldom)),
  });
  let number = 0;
  let skipped = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 14, maxLength: 14 }), async (steps) => {
      number += 1;
      const [shop, other] = [new Shop(`skips-${number}`), new Shop(`does-all-${number}`)];
      // Code that is as young as the process is not trusted to be what it has loaded.
      await delay(2100);
      for (const { edit, value, command } of steps) {
        if (edit !== null) [shop, other].forEach((each) => edits[edit]!(each, value));
        const before = shop.records();
        const outcome = shop.codegen(...command);
        expect(outcome).toEqual(other.codegen(...command, '--no-skip'));
        expect(shop.files()).toEqual(other.files());
        if (outcome.status === 0 && shop.records() === before) skipped += 1;
      }
    }),
    { numRuns: 3, endOnFailure: true },
  );
  expect(skipped).toBeGreaterThan(0);
});

it('is one that would have found nothing to do', async () => {
  const shop = new Shop('shop');
  shop.write('more/none.py', '');
  shop.edit(config, (text) =>
    text.replace('resources', `models: ['shop/*.py', 'more/*.py'], resources`),
  );
  await delay(2100);
  const isDoneAnew = () => {
    const before = shop.records();
    const { status, stderr } = shop.codegen('generate', config);
    if (status !== 0) throw new Error(stderr);
    return shop.records() !== before;
  };
  const rest = async () => {
    // The first shows up in a folder that wildcards look through.
    isDoneAnew();
    isDoneAnew();
    await delay(2100);
    isDoneAnew();
    expect(isDoneAnew()).toBe(false);
  };
  const inputs = Object.keys(edits).slice(0, 9);
  for (const name of inputs) {
    await rest();
    edits[name]!(shop, 1);
    // Of code that changed right now there is no record.
    await delay(2100);
    expect([name, isDoneAnew()]).toEqual([name, true]);
  }
  await rest();
  shop.write('more/models.py', models[1]);
  expect(isDoneAnew()).toBe(true);
});

it('loads nothing of what a skipped run takes for unchanged', () => {
  const shop = new Shop('loads');
  const coverage = join(base, 'coverage');
  const { status } = shop.codegenWith({ NODE_V8_COVERAGE: coverage }, 'generate', config);
  expect(status).toBe(0);
  const loaded = readdirSync(coverage).flatMap((name) => {
    const { result } = JSON.parse(readFileSync(join(coverage, name), 'utf8')) as {
      result: readonly { readonly url: string }[];
    };
    return result.map(({ url }) => url);
  });
  expect(loaded.filter((url) => url.includes('/libs/core/'))).not.toEqual([]);
  // The package that only `generateTree` needs, and the sources of ours.
  expect(loaded.filter((url) => /\/memfs\/|\/libs\/\w+\/src\//.test(url))).toEqual([]);
});

import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';

const repository = resolve(import.meta.dirname, '../../..');
const program = join(repository, 'libs/cli/bin/codegen.cjs');
export const config = 'codegen.config.jsonnet';

/** An API of a model, with an operation of another package. */
export class Shop {
  readonly directory: string;

  constructor(directory: string) {
    this.directory = directory;
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
export const models = [
  header,
  `${header}    price: Mapped[int]\n`,
  `${header}    price: Mapped[str]\n`,
] as const;

const item = 'gen/shop/schemas/item.py';

/** Changes of a project, each by one of three values. */
export const edits: Readonly<Record<string, (shop: Shop, value: 0 | 1 | 2) => void>> = {
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

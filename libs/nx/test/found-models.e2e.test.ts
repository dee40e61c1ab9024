import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import { addProjectConfiguration, logger, type Tree } from '@nx/devkit';
import { FsTree } from 'nx/src/generators/tree.js';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { appGenerator } from '../src/generators/app/generator.js';
import { resourceGenerator } from '../src/generators/resource/generator.js';

let root: string;
let tree: Tree;
const said: string[] = [];

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'found-')));
  mkdirSync(join(root, 'apps/api/shop'), { recursive: true });
  symlinkSync(resolve(import.meta.dirname, '../../../node_modules'), join(root, 'node_modules'));
  writeFileSync(join(root, 'nx.json'), '{}');
  const devDependencies = { '@rowhouse/fastapi': '*' };
  writeFileSync(join(root, 'package.json'), JSON.stringify({ name: 'w', devDependencies }));
  writeModels('Product', 'Customer');
  tree = new FsTree(root, false);
  said.length = 0;
  vi.spyOn(logger, 'info').mockImplementation((line: string) => void said.push(line));
  vi.spyOn(logger, 'warn').mockImplementation(() => undefined);
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(root, { recursive: true });
});

/** Models of a number, a name and a secret. */
function writeModels(...names: readonly string[]): void {
  const models = names.map((name) =>
    [
      `class ${name}(Base):`,
      `__tablename__ = "${name.toLowerCase()}"`,
      'id: Mapped[int] = mapped_column(primary_key=True)',
      'name: Mapped[str]',
      ...(name === 'Customer' ? ['password_hash: Mapped[str | None]'] : []),
    ].join('\n    '),
  );
  const head = 'from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column';
  const base = 'class Base(DeclarativeBase):\n    pass';
  writeFileSync(join(root, 'apps/api/shop/models.py'), [head, base, ...models].join('\n\n'));
}

describe('resource', () => {
  const config = (extension = 'jsonnet') => `apps/api/codegen.config.${extension}`;
  beforeEach(() => {
    addProjectConfiguration(tree, 'api', { root: 'apps/api' });
    tree.write(config(), "{ version: '1', module: 'shop', resources: [] }\n");
  });

  test('takes the model of that name that is there, without its secrets', async () => {
    await resourceGenerator(tree, {
      name: 'Customer',
      project: 'api',
      operations: ['get', 'create'],
    });
    expect(tree.read(config(), 'utf8')).toContain(`
    model: 'shop.models.Customer',
    generate_tests: true,
    operations: [
      { name: 'get', fields: ['id', 'name'] },
      { name: 'create', fields: ['name'] },
    ],
`);
    expect(tree.exists('apps/api/models/customer.py')).toBe(false);
    expect(said.join()).toContain('password_hash is left out');
  });

  test('writes JSON where the config is JSON', async () => {
    tree.delete(config());
    tree.write(config('json'), '{ "version": "1", "module": "shop", "resources": [] }\n');
    await resourceGenerator(tree, { name: 'Product', project: 'api', tests: false });
    expect(JSON.parse(tree.read(config('json'), 'utf8')!)).toMatchObject({
      resources: [
        {
          model: 'shop.models.Product',
          operations: [
            'get',
            { name: 'list', filters: {}, pagination: { mode: 'keyset' } },
            'create',
            'update',
            'delete',
          ],
        },
      ],
    });
  });

  test('makes a new one of another name, or with fields, and names those that are there', async () => {
    tree.write('apps/api/models/base.py', '');
    await resourceGenerator(tree, { name: 'Invoice', project: 'api' });
    expect(tree.exists('apps/api/models/invoice.py')).toBe(true);
    expect(said).toContain('Existing models: shop.models.Product, shop.models.Customer.');
    await resourceGenerator(tree, { name: 'Product', project: 'api', fields: 'size:int' });
    expect(tree.exists('apps/api/models/product.py')).toBe(true);
  });

  test('asks which of two, and takes the one that is chosen', async () => {
    mkdirSync(join(root, 'apps/api/stock'));
    writeFileSync(
      join(root, 'apps/api/stock/models.py'),
      'from sqlalchemy.orm import Mapped, mapped_column\nfrom shop.models import Base\nclass Product(Base):\n    __tablename__ = "p"\n    id: Mapped[int] = mapped_column(primary_key=True)\n    size: Mapped[int]\n',
    );
    const options = { name: 'Product', project: 'api' };
    await expect(resourceGenerator(tree, options)).rejects.toThrow(
      'Product: found shop.models.Product and stock.models.Product. Choose one with --model, such as --model=shop.models.Product.',
    );
    await resourceGenerator(tree, { ...options, model: 'stock.models.Product' });
    expect(tree.read(config(), 'utf8')).toContain("model: 'stock.models.Product',");
  });
});

describe('app', () => {
  test.each(['jsonnet', 'json'] as const)(
    'has a resource of each model that is there, in %s',
    async (format) => {
      await appGenerator(tree, { name: 'api', format, skipPackageJson: true });
      const text = tree.read(`apps/api/codegen.config.${format}`, 'utf8')!;
      for (const model of ['Product', 'Customer']) expect(text).toContain(`shop.models.${model}`);
      expect(said.join()).toContain('password_hash is left out');
      await appGenerator(tree, { name: 'api', format, skipPackageJson: true });
      expect(tree.read(`apps/api/codegen.config.${format}`, 'utf8')).toBe(text);
    },
  );
});

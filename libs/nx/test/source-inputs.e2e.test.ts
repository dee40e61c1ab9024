import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { infer } from './workspace.js';

const repository = resolve(import.meta.dirname, '../../..');
const config = 'apps/api/codegen.config.jsonnet';

let root: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'inputs-')));
  const devDependencies = { '@rowhouse/fastapi': '*' };
  write('package.json', JSON.stringify({ name: 'w', workspaces: ['apps/*'], devDependencies }));
  write('package-lock.json', '{}');
  write('apps/api/project.json', '{}');
  write('apps/api/shop/mixins.py', '');
  write('apps/api/shop/models.py', models('from shop.mixins import *'));
  write('apps/api/shop/views.py', '');
  symlinkSync(join(repository, 'node_modules'), join(root, 'node_modules'));
});
afterEach(() => {
  rmSync(root, { recursive: true });
});

function models(head: string, ...rest: readonly string[]): string {
  return [
    head,
    'from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column, relationship',
    'class Base(DeclarativeBase): ...',
    'class Product(Base):',
    '    __tablename__ = "products"',
    '    id: Mapped[int] = mapped_column(primary_key=True)',
    ...rest.map((line) => `    ${line}`),
    '',
  ].join('\n');
}

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

/** The inputs of `codegen` that are Python files. */
async function pythonInputs(text: string): Promise<readonly unknown[]> {
  write(config, text);
  const { inputs } = (await infer(root, [config]))['apps/api']!.targets!['codegen']!;
  return inputs!.filter((each) => typeof each === 'string' && each.endsWith('.py'));
}

const product =
  "{ module: 'shop', resources: [{ model: 'shop.models.Product', operations: ['get'] }] }";
const all = ['{projectRoot}/**/*.py'];

describe('the Python files among the inputs', () => {
  test('are those of the models that the config names, and what they import', async () => {
    expect(await pythonInputs(product)).toEqual([
      '{projectRoot}/shop/models.py',
      '{projectRoot}/shop/mixins.py',
    ]);
  });

  test('are those of another project, too', async () => {
    write('shared/people.py', models(''));
    const text = product.replace('shop.models', 'shared.people');
    expect(await pythonInputs(text)).toEqual(['{workspaceRoot}/shared/people.py']);
  });

  test('are those of functions, and those that are not there yet', async () => {
    const action =
      "{ name: 'buy', fn: 'shop.actions.buy', params: [{ name: 'a', like: 'shop.models.Product.id' }] }";
    const inputs = await pythonInputs(product.replace("'get'", action));
    expect(inputs).toContain('{projectRoot}/shop/actions.py');
    expect(inputs).toContain('{projectRoot}/shop/models.py');
    expect(inputs).not.toContain('{projectRoot}/shop/views.py');
  });

  test('are all of a folder in which something was looked for', async () => {
    write('apps/api/shop/models.py', models('', 'owner: Mapped["Owner"] = relationship()'));
    expect(await pythonInputs(product)).toContain('{projectRoot}/shop/*.py');
  });

  test('are all of the project where the text of the config does not name the models', async () => {
    expect(
      await pythonInputs(product.replace("'shop.models.Product'", "'shop.models.' + 'Product'")),
    ).toEqual(all);
    expect(await pythonInputs(`{ models: 'shop/*.py', resources: [] }`)).toEqual(all);
    expect(
      await pythonInputs("local o = import 'stdlib/fastapi/operations.libsonnet'; {}"),
    ).toEqual(all);
  });

  test('are none where no model is named', async () => {
    expect(await pythonInputs('{ resources: [] }')).toEqual([]);
  });
});

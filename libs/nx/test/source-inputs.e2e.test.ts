import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { edges, infer } from './workspace.js';

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
  const inputs = await codegenInputs();
  return inputs.filter((each) => typeof each === 'string' && each.endsWith('.py'));
}

async function codegenInputs() {
  return (await infer(root, [config]))['apps/api']!.targets!['codegen']!.inputs!;
}

const product =
  "{ module: 'shop', resources: [{ model: 'shop.models.Product', operations: ['get'] }] }";
const all = ['{workspaceRoot}/**/*.py'];

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

  test('are those of models whose names the config computes', async () => {
    const computed = product.replace("'shop.models.Product'", "'shop.models.' + 'Product'");
    expect(await pythonInputs(computed)).toContain('{projectRoot}/shop/models.py');
    const helpers = `local o = import 'stdlib/fastapi/operations.libsonnet'; ${product}`;
    expect(await pythonInputs(helpers)).toEqual(await pythonInputs(product));
    const mapped = `std.mapWithKey(function(k, v) if k == 'm' then v.model else null, { m: { model: 'x' } }) + ${product}`;
    expect(await pythonInputs(mapped)).toEqual(await pythonInputs(product));
  });

  test('are all that a wildcard may find', async () => {
    const text = product.replace('{', "{ models: '../../libs/*/**/*.py',");
    expect(await pythonInputs(text)).toContain('{workspaceRoot}/libs/*/**/*.py');
  });

  test('are all of the workspace where the config cannot be evaluated', async () => {
    expect(await pythonInputs("{ resources: [{ model: error 'x' }] }")).toEqual(all);
  });

  test('are those behind a link, too', async () => {
    write('shared/linked/post.py', models(''));
    symlinkSync('../../../shared/linked', join(root, 'apps/api/shop/linked'));
    expect(await pythonInputs(product.replace('shop.models', 'shop.linked.post'))).toEqual([
      '{projectRoot}/shop/linked/post.py',
      '{workspaceRoot}/shared/linked/post.py',
    ]);
  });

  test('are ignored ones, too, also those of an environment', async () => {
    write('.gitignore', 'ignored.py\n.venv\n');
    write('apps/api/shop/ignored.py', models(''));
    const packages = 'apps/api/.venv/lib/python3.11/site-packages';
    write('apps/api/.venv/pyvenv.cfg', 'version = 3.11.2\n');
    write(`${packages}/people/models.py`, models(''));
    write(config, product.replace('shop.models', 'shop.ignored'));
    expect(await codegenInputs()).toContainEqual({
      fileset: '{projectRoot}/shop/ignored.py',
      includeIgnored: true,
    });
    write(config, product.replace('shop.models', 'people.models'));
    expect(await codegenInputs()).toContainEqual({
      fileset: '{projectRoot}/.venv/lib/python3.11/site-packages/people/models.py',
      includeIgnored: true,
    });
  });

  test('are none where no model is named', async () => {
    expect(await pythonInputs('{ resources: [] }')).toEqual([]);
  });
});

describe('the edges of the project', () => {
  const graph = async (text: string) => {
    write(config, text);
    return edges(root, { api: 'apps/api', people: 'libs/people', tools: 'libs/tools' }, [config]);
  };

  test('lead to the projects of the models and functions that the config names', async () => {
    write('libs/people/models.py', models('from libs.tools.mixins import *'));
    write('libs/tools/mixins.py', '');
    const text = product.replace('shop.models', 'libs.people.models');
    expect(await graph(text)).toEqual(['people', 'tools']);
    const action = "{ name: 'buy', fn: 'libs.tools.mixins.buy' }";
    expect(await graph(product.replace("'get'", action))).toEqual(['tools']);
    expect(await graph(product)).toEqual([]);
  });

  test('lead to a project that is installed as it lies, as uv and pip -e do', async () => {
    const packages = 'apps/api/.venv/lib/python3.11/site-packages';
    write('apps/api/.venv/pyvenv.cfg', 'version = 3.11.2\n');
    write(`${packages}/people.pth`, `${join(root, 'libs/people/src')}\n`);
    write('libs/people/src/people/models.py', models(''));
    const text = product.replace('shop.models', 'people.models');
    expect(await graph(text)).toEqual(['people']);
    expect(await pythonInputs(text)).toEqual(['{workspaceRoot}/libs/people/src/people/models.py']);
  });
});

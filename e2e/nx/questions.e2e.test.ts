import { join } from 'node:path';

import { ensurePython } from '@rowhouse/harness';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { createWorkspace, nxVersions, type NxWorkspace } from './support/workspace.js';

/** What generators ask in a terminal, and what they say where there is none. */
let ws: NxWorkspace;
let python: string;

const config = (resources: string) =>
  `{ version: '1', module: 'shop', resources: [${resources}] }\n`;
const product = `{ model: 'shop.models.Product', operations: ['get'] }`;
const model = (name: string) => `
class ${name}(Base):
    __tablename__ = "${name.toLowerCase()}s"
    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str]
`;
const models = `from sqlalchemy.orm import Mapped, mapped_column

from models.base import Base
`;
const base = `from sqlalchemy.orm import DeclarativeBase


class Base(DeclarativeBase):
    pass
`;

beforeAll(async () => {
  python = await ensurePython();
  ws = await createWorkspace({
    nxVersion: nxVersions.main,
    files: {
      'apps/api/project.json': '{ "name": "api" }',
      'apps/api/codegen.config.jsonnet': config(product),
      'apps/api/models/__init__.py': '',
      'apps/api/models/base.py': base,
      'apps/api/shop/models.py': models + model('Product') + model('Customer'),
      'apps/billing/project.json': '{ "name": "billing" }',
      'apps/billing/codegen.config.json': '{ "version": "1", "module": "b", "resources": [] }',
      'libs/plain/project.json': '{ "name": "plain" }',
    },
  });
});

afterAll(() => ws.dispose());

/** Runs nx in a terminal; for each text that it shows, presses keys. */
function answer(steps: readonly (readonly [string, string])[], ...args: readonly string[]) {
  const terminal = join(import.meta.dirname, 'support/terminal.py');
  const nx = [process.execPath, join(ws.root, 'node_modules/nx/dist/bin/nx.js')];
  return ws.run(python, terminal, JSON.stringify(steps), ...nx, ...args);
}

const [enter, down] = ['\r', '\x1b[B'];
const resource = ['g', '@rowhouse/nx:resource'];

test('without a terminal, a message lists the projects, then the models', async () => {
  const { code, output } = await ws.tryNx(...resource);
  expect(code).toBe(1);
  expect(output).toContain(
    '--project is missing, but several projects have a config. Set it to api or billing.',
  );
  expect((await ws.tryNx(...resource, '--project=api')).output).toContain(
    'the name of the model is missing: set --model=shop.models.Customer, or the name of a new one. ' +
      'Models without a resource: shop.models.Customer.',
  );
});

test('offers the projects with a config, and the models without a resource', async () => {
  const shown = await answer(
    [
      ['Which project?', enter],
      ['Which model?', enter],
      ['Which operations should the API offer?', enter],
    ],
    ...resource,
  );
  expect(shown).toMatch(/Which project\?[^]*api[^]*billing/);
  expect(shown).not.toContain('plain');
  expect(shown).toMatch(/Which model\?[^]*shop\.models\.Customer[^]*a new model/);
  expect(await ws.read('apps/api/codegen.config.jsonnet')).toContain(
    "model: 'shop.models.Customer'",
  );
});

test('asks for the name and the fields of a new model', async () => {
  await answer(
    [
      ['name of the new model', `invoice${enter}`],
      ['Use a class name', `${'\x7f'.repeat(7)}Invoice${enter}`],
      ['Which fields does it have', `${'\x7f'.repeat(8)}number:str${enter}`],
      ['Which operations should the API offer?', `${down} ${enter}`],
    ],
    ...resource,
    '--project=api',
  );
  expect(await ws.read('apps/api/models/invoice.py')).toContain('number: Mapped[str]');
  const text = await ws.read('apps/api/codegen.config.jsonnet');
  expect(text).toContain("model: 'models.invoice.Invoice'");
  expect(text.slice(text.indexOf('Invoice'))).not.toContain("name: 'list'");
});

test('whoever cancels has nothing changed', async () => {
  await ws.commit();
  await expect(answer([['Which project?', '\x03']], ...resource)).rejects.toThrow(
    'exited with 130',
  );
  expect(await ws.run('git', 'status', '--porcelain')).toBe('');
});

import { join } from 'node:path';

import { createDatabase, freePort, type TemporaryDatabase } from '@rowhouse/harness';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';

import { repository } from '../../tools/packages/own-packages.js';
import { createUvWorkspace } from './support/uv-workspace.js';
import type { NxWorkspace } from './support/workspace.js';

/** A monorepo whose Python is kept by uv: a library with models, and an API beside it. */
let ws: NxWorkspace;
let database: TemporaryDatabase;

const models = `"""The shop's tables."""

from sqlalchemy import String
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column


class Base(DeclarativeBase):
    """What all models share."""


class Product(Base):
    """Something to sell."""

    __tablename__ = "products"

    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(String(80))
`;

const library = `[project]
name = "shop"
version = "0.1.0"
requires-python = ">=3.11"
dependencies = ["SQLAlchemy[asyncio]"]

[build-system]
requires = ["uv_build>=0.9"]
build-backend = "uv_build"
`;

beforeAll(async () => {
  database = await createDatabase(inject('postgresUrl'));
  ws = await createUvWorkspace({
    'libs/shop/project.json': '{ "name": "shop" }',
    'libs/shop/pyproject.toml': library,
    'libs/shop/src/shop/__init__.py': '',
    'libs/shop/src/shop/models.py': models,
  });
  ws.env['TEST_DATABASE_URL'] = database.url.replace('postgresql:', 'postgresql+asyncpg:');
});

afterAll(async () => {
  await ws.dispose();
  await database.drop();
});

test('a new app joins the uv workspace, and its packages are locked', async () => {
  await ws.nx('g', '@rowhouse/nx:app', 'api', '--skipPackageJson');
  expect(await ws.read('pyproject.toml')).toContain('members = ["libs/*", "apps/api"]');
  expect(await ws.read('uv.lock')).toMatch(/name = "api"[^]*name = "fastapi"/);
});

test('its tests run by uv, and are answered from the cache the next time', async () => {
  expect(await ws.nx('run', 'api:test')).toContain('3 passed');
  expect(await ws.statuses('run', 'api:test')).toEqual({
    'api:codegen': 'local cache',
    'api:test': 'local cache',
  });
});

test('it serves by uv, and ends when nx is told to', async () => {
  const port = await freePort();
  const serving = ws.start('run', 'api:serve', `--port=${port}`);
  try {
    await serving.printed('Application startup complete');
    // uvicorn prints this before it listens.
    const health = () => fetch(`http://127.0.0.1:${port}/health/live`);
    const answer = await vi.waitFor(health, { timeout: 60_000, interval: 50 });
    expect(await answer.json()).toEqual({ status: 'ok' });
  } finally {
    await serving.stop();
  }
  // The server ends after nx.
  const answers = () =>
    fetch(`http://127.0.0.1:${port}/health/live`).then(
      () => true,
      () => false,
    );
  await expect.poll(answers).toBe(false);
});

test('models of another package are read, and are an edge of the graph', async () => {
  const manifest = await ws.read('apps/api/pyproject.toml');
  const operations = `['get', 'list', 'create']`;
  await ws.write({
    'apps/api/pyproject.toml': `${manifest.replace('dependencies = [', 'dependencies = [\n  "shop",')}
[tool.uv.sources]
shop = { workspace = true }
`,
    'apps/api/codegen.config.jsonnet': `{
  version: '1',
  module: 'api',
  resources: [{ model: 'shop.models.Product', generate_tests: true, operations: ${operations} }],
}
`,
  });
  // Generated tests call it.
  const testing = join(repository, 'libs/testing');
  await ws.run('uv', 'add', '--directory', 'apps/api', '--dev', testing);
  const passed = /(\d+) passed/.exec(await ws.nx('run', 'api:test'))!;
  expect(Number(passed[1])).toBeGreaterThan(5);
  const graph = JSON.parse(await ws.nx('graph', '--print')) as {
    graph: { dependencies: Record<string, readonly { target: string }[]> };
  };
  expect(graph.graph.dependencies['api']!.map(({ target }) => target)).toEqual(['shop']);

  await ws.write({ 'libs/shop/src/shop/models.py': models.replace('String(80)', 'String(90)') });
  expect(await ws.statuses('run', 'api:test')).toEqual({ 'api:codegen': 'ran', 'api:test': 'ran' });
  expect(await ws.read('apps/api/_generated/api/schemas/product.py')).toContain('max_length=90');
});

test('the tests run again when another version of a package is locked', async () => {
  expect((await ws.statuses('run', 'api:test'))['api:test']).toBe('local cache');
  await ws.write({ 'uv.lock': `${await ws.read('uv.lock')}\n` });
  expect(await ws.statuses('run', 'api:test')).toEqual({
    'api:codegen': 'local cache',
    'api:test': 'ran',
  });
});

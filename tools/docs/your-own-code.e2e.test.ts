import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

import { generate } from '@rowhouse/core';
import { createDatabase, pythonProgram, type TemporaryDatabase } from '@rowhouse/harness';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';

import { plugin } from '../../libs/fastapi/test/support.js';
import { codeBlocks } from './code-blocks.js';

const page = 'docs/your-own-code.md';
const blocks = codeBlocks(page, readFileSync(resolve(import.meta.dirname, '../..', page), 'utf8'));
const codeOf = (language: string) =>
  blocks.filter((block) => block.language === language).map(({ code }) => code);

let directory: string;
let database: TemporaryDatabase;
beforeAll(async () => {
  directory = realpathSync(mkdtempSync(join(tmpdir(), 'your-own-code-')));
  database = await createDatabase(inject('postgresUrl'));
  for (const code of codeOf('python')) {
    const path = /^# (shop\/\w+\.py)\n/.exec(code)?.[1];
    if (path !== undefined) write(path, code);
    else if (code.includes('class Base(')) write('shop/models.py', code);
  }
  // Each of the page's configs shows a part of the one that has all.
  const configs = codeOf('jsonnet').filter((code) => code.includes('version:'));
  const [first, handled, ...others] = configs.filter((code) => !code.includes('auth:'));
  const routers = others.map((config) => `{ routers: (${config}).routers }`);
  const tests = '{ resources: [each + { generate_tests: true } for each in super.resources] }';
  write('codegen.config.jsonnet', [first, ...routers, tests].join(' + '));
  await generate({ config: 'codegen.config.jsonnet', cwd: directory, plugins: [plugin] });
  // Beside it, the config whose update is done by a handler.
  write('handled.jsonnet', [handled, "{ package_prefix: 'handled' }", tests].join(' + '));
  await generate({ config: 'handled.jsonnet', cwd: directory, plugins: [plugin] });
  // And the one with users.
  const own = configs.find((code) => code.includes('auth:'))!;
  write('owned.jsonnet', [own, "{ package_prefix: 'owned' }", tests].join(' + '));
  write(
    'shop/auth.py',
    'def verify_credentials(username: str, password: str) -> dict[str, str]:\n    return {"sub": username}\n',
  );
  await generate({ config: 'owned.jsonnet', cwd: directory, plugins: [plugin] });
  const orders = readFileSync(join(directory, 'shop/orders.py'), 'utf8');
  write('shop/orders.py', orders.replaceAll('from _generated.', 'from owned.'));
});
afterAll(async () => {
  rmSync(directory, { recursive: true, force: true });
  await database.drop();
});

function write(path: string, text: string): void {
  mkdirSync(dirname(join(directory, path)), { recursive: true });
  writeFileSync(join(directory, path), text);
}

function run(program: string, ...args: readonly string[]): string {
  const env = { ...process.env, DATABASE_URL: database.url, TEST_DATABASE_URL: database.url };
  return execFileSync(pythonProgram(program), args, { cwd: directory, env, encoding: 'utf8' });
}

test('the handler is the one that the page shows', () => {
  const shown = codeOf('python').find((code) => code.startsWith('async def update_product'))!;
  const made = readFileSync(join(directory, '_generated/shop_api/routes/product.py'), 'utf8');
  const lines = shown.split('\n').filter((line) => /^ {4}\w/.test(line) && !line.includes('404'));
  expect(lines.length).toBeGreaterThan(4);
  let at = 0;
  for (const line of lines) {
    at = made.indexOf(`${line}\n`, at);
    expect(at, line).toBeGreaterThan(0);
  }
});

test('its generated tests pass, whatever its hooks refuse', () => {
  expect(run('pytest', '-q', '-p', 'no:cacheprovider', '_generated')).toMatch(/^\d+ passed/m);
});

test('generated tests pass with the handler', () => {
  expect(run('pytest', '-q', '-p', 'no:cacheprovider', 'handled')).toMatch(/^\d+ passed/m);
});

test('actions, hooks, handlers and routers do what the page says', () => {
  write(
    'serve.py',
    `
import asyncio
from fastapi import FastAPI
from httpx2 import ASGITransport, AsyncClient
from sqlalchemy import select
from _generated.db.session import database
from _generated.routes import router
from handled.routes import router as handled
from shop.models import Base, Event, Product

app = FastAPI()
app.include_router(router)
app.include_router(handled, prefix="/handled")

async def main() -> None:
    async with database.engine.begin() as connection:
        await connection.run_sync(Base.metadata.create_all)
    async with AsyncClient(transport=ASGITransport(app), base_url="http://shop") as client:
        made = await client.post("/products/", json={"name": "Red Hat", "price": 5})
        url = made.headers["Location"]
        print(made.status_code, made.json()["slug"])
        for price in (11, 10):
            changed = await client.patch(url, json={"price": price})
            print(changed.status_code, changed.json().get("detail"))
        print((await client.patch(f"/handled{url.removeprefix('http://shop')}", json={"price": 12})).json()["price"])
        print((await client.get("/products/cheapest")).json())
        print((await client.post(f"{url}/sell")).json())
        print((await client.delete(url)).json())
    async with database.session() as session:
        print([row.text for row in await session.scalars(select(Event))])
        print([row.price for row in await session.scalars(select(Product))])
    await database.dispose()

asyncio.run(main())
`,
  );
  expect(run('python', 'serve.py').trimEnd().split('\n')).toEqual([
    '201 red-hat',
    '409 Too much at once',
    '200 None',
    '12',
    'Red Hat',
    "{'is_sold': True}",
    "{'detail': 'It is sold', 'code': 'conflict', 'fields': []}",
    "['Red Hat', 'Red Hat: 10, then 12']",
    '[12]',
  ]);
});

test('generated tests pass with routers that require a user', () => {
  expect(run('pytest', '-q', '-p', 'no:cacheprovider', 'owned')).toMatch(/^\d+ passed/m);
});

test('a router reads and writes the rows of its user', () => {
  write(
    'orders.py',
    `
import asyncio
import os
os.environ["JWT_SECRET"] = "s" * 32
from fastapi import FastAPI
from httpx2 import ASGITransport, AsyncClient
from owned.auth.dependencies import tokens
from owned.db.session import database
from owned.routes import router
from shop.models import Base

app = FastAPI()
app.include_router(router)

async def main() -> None:
    async with database.engine.begin() as connection:
        await connection.run_sync(Base.metadata.create_all)
    async with AsyncClient(transport=ASGITransport(app), base_url="http://shop") as client:
        ada, bob = ({"Authorization": f"Bearer {tokens.encode({'sub': name})}"} for name in ("ada", "bob"))
        print((await client.get("/orders/latest")).status_code)
        for orders in ([(1, "tea"), (2, "rum")], [(3, "ale"), (2, "gin")]):
            body = [{"number": number, "text": text} for number, text in orders]
            made = await client.post("/orders/import", json=body, headers=ada)
            print(made.status_code, made.json())
        print((await client.patch("/orders/latest", json={"text": " jam "}, headers=ada)).status_code)
        print((await client.patch("/orders/latest", json={"text": "x"}, headers=bob)).status_code)
        for user in (ada, bob):
            print((await client.get("/orders/latest", headers=user)).json())
    await database.dispose()

asyncio.run(main())
`,
  );
  expect(run('python', 'orders.py').trimEnd().split('\n')).toEqual([
    '401',
    '200 2',
    "409 {'detail': 'A row with this number exists already', 'code': 'unique', 'fields': ['number'], 'constraint': 'orders_pkey'}",
    '200',
    '404',
    'jam',
    'None',
  ]);
});

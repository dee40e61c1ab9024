import { execFileSync } from 'node:child_process';

import { pythonProgram } from '@rowhouse/harness';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

import { author, serveDemo, type DemoApi } from '../api/demo-api.js';
import { notSeen, writeOperations } from './exercised.js';
import { generateClient, type GeneratedClient } from './generated-client.js';
import { serveProject } from './served-project.js';

const uuid = '00000000-0000-0000-0000-000000000000';

describe('the client of the demo', () => {
  let demo: DemoApi;
  let client: GeneratedClient;

  beforeAll(async () => {
    client = generateClient('apps/demo/codegen.config.jsonnet', [
      'demo.ts',
      'errors.ts',
      'noted.ts',
      'types.ts',
    ]);
    demo = await serveDemo(inject('postgresUrl'));
    const seed = ['-m', 'blog.seed', 'grace@example.org', author.password];
    execFileSync(pythonProgram('python'), seed, {
      cwd: demo.directory,
      env: { ...process.env, ...demo.env },
    });
  });

  afterAll(async () => {
    await demo?.stop();
    client?.remove();
  });

  it('compiles, also where it is used, and where it must not', () => {
    expect(client.compile()).toBe('');
  });

  it('calls every operation, walks 10,000 rows, and tells errors by their statuses', async () => {
    await query(`
      WITH article AS (
        INSERT INTO articles (slug, title, body, price, author_id, status, published_at)
        SELECT 'commented', 'Commented', 'x', 1, id, 'archived', NULL FROM authors
        WHERE email = 'grace@example.org'
        RETURNING id
      )
      INSERT INTO comments (article_id, author_name, body, created_at)
      SELECT article.id, 'Reader ' || n, 'x', now() - n / 3 * interval '1 second'
      FROM article, generate_series(1, 10000) AS n`);
    expect(client.run('demo.ts', { API: demo.api.url })).toBe('done\n');
    writeOperations(client.directory, {
      'POST /articles/': { slug: 'x', title: 'x', body: 'x', price: 1 },
      'POST /authors/': { name: 'x', email: 'x@example.org' },
      'POST /comments/': { article_id: uuid, author_name: 'x', body: 'x' },
      'POST /tags/': { name: 'x' },
      'PATCH /tags/{}': { name: 'x' },
      'PUT /tags/by-name/{}': { name: uuid },
    });
    const env = { API: demo.api.url, TOKEN: demo.token };
    expect(client.run('errors.ts', { ...env, STATUSES: '401 404 422' })).toBe('done\n');
    await withoutDatabase(demo.database.name, () => {
      expect(client.run('errors.ts', { ...env, STATUSES: '503' })).toBe('done\n');
    });
    expect(notSeen(client.directory)).toEqual([
      // The author of a new article is the user.
      'POST /articles/ 403',
      // It writes nothing, and nothing is sent.
      'POST /articles/count_by_status 409',
      'POST /articles/count_by_status 422',
      // Names can be taken twice, and no row refers to a comment or a tag.
      'PATCH /authors/{} 409',
      'DELETE /comments/{} 409',
      'PUT /tags/by-name/{} 409',
      'DELETE /tags/{} 409',
    ]);
  });

  async function query(sql: string): Promise<void> {
    const connection = new pg.Client({ connectionString: demo.database.url });
    await connection.connect();
    await connection.query(sql);
    await connection.end();
  }
});

/** Runs a program on a database that takes no connections, as long as it runs. */
async function withoutDatabase(name: string, work: () => void): Promise<void> {
  const admin = new pg.Client({ connectionString: inject('postgresUrl') });
  await admin.connect();
  await admin.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS false`);
  await admin.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`,
  );
  try {
    work();
  } finally {
    await admin.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS true`);
    await admin.end();
  }
}

/** Makes the tables and the first rows. */
const orders = `
import asyncio
from orders_api.db.session import database
from shop.models import Base
from sqlalchemy import text
from tests.conftest import stock

async def seed():
    async with database.engine.begin() as connection:
        await connection.run_sync(Base.metadata.create_all)
    async with database.session() as session:
        for rows in stock():
            session.add_all(rows)
            await session.flush()
        await session.execute(text("INSERT INTO order_tags VALUES (1, 1), (1, 2)"))
        for table in ("orders", "order_lines", "categories", "customers", "addresses", "boxes"):
            await session.execute(text(f"SELECT setval('{table}_id_seq', 1000)"))
        await session.commit()

asyncio.run(seed())
`;

it('the client of two apps, with relations, access and composite keys, calls every operation', async () => {
  const folder = 'e2e/projects/orders';
  const programs = ['errors.ts', 'noted.ts', 'orders.ts'];
  const client = generateClient(`${folder}/codegen.config.jsonnet`, programs);
  const api = await serveProject(folder, inject('postgresUrl'), orders);
  try {
    expect(client.compile()).toBe('');
    expect(client.run('orders.ts', { API: api.url })).toBe('done\n');
    writeOperations(client.directory, {
      'POST /orders/': { customer_id: 1 },
      'POST /order-lines/': { order_id: 1, position: 1, quantity: 1, product_id: uuid },
      'POST /customers/': { name: 'x' },
      'POST /products/': { sku: 'x', name: 'x', price: 1 },
      'POST /categories/': { name: 'x' },
      'POST /shelves/': { warehouse: 'x', number: 1, boxes: [{ weight: 1 }] },
    });
    const env = { API: api.url, TOKEN: await api.token('1/manager', 'orders') };
    expect(client.run('errors.ts', { ...env, STATUSES: '401 404 422' })).toBe('done\n');
    await withoutDatabase(api.database.name, () => {
      expect(client.run('errors.ts', { ...env, STATUSES: '503' })).toBe('done\n');
    });
    expect(notSeen(client.directory)).toEqual([
      // What a customer refers to has no soft delete.
      'POST /customers/{}/restore 409',
      // No function gives a row to another company, or breaks a constraint.
      'POST /order-lines/ 403',
      // Nothing refers to a line.
      'DELETE /order-lines/{} 409',
      'POST /orders/ 403',
      'PATCH /orders/{} 403',
      'POST /orders/{}/ship 403',
      'POST /orders/{}/ship 409',
      'POST /products/ 403',
      'PATCH /products/{} 403',
      // Nothing is sent.
      'POST /tags/search 422',
      'POST /shelves/search 422',
    ]);
  } finally {
    await api.stop();
    client.remove();
  }
});

/** Makes the tables of the warehouse, and a shop. */
const stock = `
import asyncio
from stock.models import Base, Shop
from stock_api.db.session import database

async def seed():
    async with database.engine.begin() as connection:
        await connection.run_sync(Base.metadata.create_all)
    async with database.session() as session:
        session.add(Shop(id=1, name="1"))
        await session.commit()

asyncio.run(seed())
`;

it('the client of rows with versions writes what has not changed since it was read', async () => {
  const client = generateClient('e2e/projects/stock/codegen.config.jsonnet', ['stock.ts']);
  const api = await serveProject('e2e/projects/stock', inject('postgresUrl'), stock);
  try {
    expect(client.compile()).toBe('');
    expect(client.run('stock.ts', { API: api.url })).toBe('done\n');
  } finally {
    await api.stop();
    client.remove();
  }
});

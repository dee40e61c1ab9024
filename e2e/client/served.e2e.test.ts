import { execFileSync } from 'node:child_process';

import { pythonProgram } from '@rowhouse/harness';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

import { author, serveDemo, type DemoApi } from '../api/demo-api.js';
import { generateClient, type GeneratedClient } from './generated-client.js';
import { serveProject } from './served-project.js';

describe('the client of the demo', () => {
  let demo: DemoApi;
  let client: GeneratedClient;

  beforeAll(async () => {
    client = generateClient('apps/demo/codegen.config.jsonnet', [
      'demo.ts',
      'lost-database.ts',
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
  });

  it('knows the error of a database that is of no service', async () => {
    const { name } = demo.database;
    const admin = new pg.Client({ connectionString: inject('postgresUrl') });
    await admin.connect();
    await admin.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS false`);
    await admin.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`,
    );
    try {
      expect(client.run('lost-database.ts', { API: demo.api.url })).toBe('done\n');
    } finally {
      await admin.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS true`);
      await admin.end();
    }
  });

  async function query(sql: string): Promise<void> {
    const connection = new pg.Client({ connectionString: demo.database.url });
    await connection.connect();
    await connection.query(sql);
    await connection.end();
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

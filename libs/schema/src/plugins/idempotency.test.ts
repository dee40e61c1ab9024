import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { generate } from '@rowhouse/core';
import { text } from 'drizzle-orm/pg-core';
import { expect, test } from 'vitest';

import { plugin } from '../../../fastapi/test/support.js';
import { idempotencyKeys, Metadata, table } from '../index.js';
import { modelsModule } from '../models/index.js';

test('a config takes the model of the table for its idempotency', async () => {
  const metadata = new Metadata();
  table('orders', { title: text().notNull() }, { metadata });
  const keys = table('idempotency_keys', {}, { metadata, plugins: [idempotencyKeys()] });
  expect(keys.table.createdAt.name).toBe('created_at');
  const directory = mkdtempSync(join(tmpdir(), 'idempotency-'));
  try {
    mkdirSync(join(directory, 'shop'));
    writeFileSync(join(directory, 'shop/__init__.py'), '');
    writeFileSync(join(directory, 'shop/models.py'), modelsModule(metadata));
    const config = {
      version: '1',
      module: 'shop_api',
      idempotency: { model: 'shop.models.IdempotencyKey' },
      resources: [{ model: 'shop.models.Order', operations: ['get', 'create'] }],
    };
    writeFileSync(join(directory, 'codegen.config.json'), JSON.stringify(config));
    const { notices } = await generate({
      config: join(directory, 'codegen.config.json'),
      cwd: directory,
      plugins: [plugin],
    });
    expect(notices).toEqual([]);
  } finally {
    rmSync(directory, { recursive: true });
  }
});

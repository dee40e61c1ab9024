import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { check } from 'prettier';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

import { serveDemo, type DemoApi } from '../api/demo-api.js';
import { generateClient, type GeneratedClient } from './generated-client.js';

let demo: DemoApi;

beforeAll(async () => {
  demo = await serveDemo(inject('postgresUrl'));
});

afterAll(() => demo.stop());

describe.each([
  ['react', '@tanstack/react-query@5', 'react@19', '@types/react@19'],
  ['vue', '@tanstack/vue-query@5', 'vue@3'],
])('queries and mutations for %s', (framework, ...packages) => {
  let client: GeneratedClient;

  beforeAll(() => {
    const config = `e2e/client/${framework}.config.jsonnet`;
    client = generateClient(config, ['queries.ts', `${framework}.ts`], packages);
  });

  afterAll(() => {
    client?.remove();
  });

  it('compile in its hooks', () => {
    expect(client.compile()).toBe('');
  });

  it('read, walk pages, write, and read again what has changed', async () => {
    expect(client.run('queries.ts', { API: demo.api.url })).toBe('done\n');
    await demo.send('DELETE', `/articles/${await idOf('cached')}`);
    for (const name of ['q-a', 'q-b', 'q-c']) {
      const filter = { field: 'name', op: 'eq', value: name };
      const { body } = await demo.send('POST', '/tags/search', { filter });
      await demo.send('DELETE', `/tags/${body.items[0].id}`);
    }
  });
});

it.each(['helpdesk', 'stock'])(
  'all that can be added for %s, with keys of several columns or with versions, compiles and is laid out',
  async (project) => {
    const config = `e2e/client/${project}.config.jsonnet`;
    const packages = ['@tanstack/react-query@5', 'react@19', 'zod@4'];
    const client = generateClient(config, [], packages);
    const generated = join(client.directory, 'generated');
    const files = readdirSync(generated, { recursive: true, encoding: 'utf8' });
    try {
      expect(client.compile()).toBe('');
      for (const path of files.filter((each) => each.endsWith('.ts'))) {
        const text = readFileSync(join(generated, path), 'utf8');
        expect([path, await check(text, { parser: 'typescript' })]).toEqual([path, true]);
      }
    } finally {
      client.remove();
    }
  },
);

async function idOf(slug: string): Promise<string> {
  const filter = { field: 'slug', op: 'eq', value: slug };
  const { body } = await demo.send('POST', '/articles/search', { filter });
  return body.items[0].id;
}

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

async function idOf(slug: string): Promise<string> {
  const filter = { field: 'slug', op: 'eq', value: slug };
  const { body } = await demo.send('POST', '/articles/search', { filter });
  return body.items[0].id;
}

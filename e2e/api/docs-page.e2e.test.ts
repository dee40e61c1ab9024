import { pythonProgram } from '@rowhouse/harness';
import { execFileSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';

import { author, serveDemo, type DemoApi } from './demo-api.js';

/** What of an operation says which request its documentation page sends at first. */
interface Operation {
  readonly summary: string;
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly examples: { readonly example: { readonly value: string | number } };
  }[];
  readonly requestBody?: {
    readonly content: {
      readonly 'application/json'?: { readonly schema: { readonly $ref: string } };
    };
  };
}

interface Document {
  readonly paths: Record<string, Record<string, Operation>>;
  readonly components: {
    readonly schemas: Record<string, { readonly examples: readonly unknown[] }>;
  };
}

let demo: DemoApi;

beforeAll(async () => {
  demo = await serveDemo(inject('postgresUrl'));
  execFileSync(pythonProgram('python'), ['-m', 'blog.examples', author.email], {
    cwd: demo.directory,
    env: { ...process.env, ...demo.env },
  });
});
afterAll(() => demo.stop());

describe('the documentation page', () => {
  test('loads nothing from elsewhere', async () => {
    const page = `${demo.api.url}/docs`;
    const html = await (await fetch(page)).text();
    expect(html).not.toMatch(/https?:/);
    const found = html.matchAll(/(?:src|href)="(.*?)"|url: '(.*?)'/g);
    const loaded = [...found].map(([, one, other]) => new URL((one ?? other)!, page));
    expect(loaded.map(({ pathname }) => pathname).sort()).toEqual([
      '/docs/favicon-32x32.png',
      '/docs/swagger-ui-bundle.js',
      '/docs/swagger-ui.css',
      '/openapi.json',
    ]);
    for (const address of loaded) expect((await fetch(address)).status, address.href).toBe(200);
  });
});

describe('the first request that the documentation page sends', () => {
  test('succeeds, of every operation, one after the other', async () => {
    const { body: document } = await demo.send('GET', '/openapi.json');
    const { paths, components } = document as Document;
    const answers: string[] = [];
    for (const [path, operations] of Object.entries(paths)) {
      // To log in is what a visitor does before.
      if (path === '/auth/token') continue;
      for (const [method, operation] of Object.entries(operations)) {
        const { status } = await demo.send(method.toUpperCase(), ...request(path, operation));
        answers.push(`${operation.summary}: ${status}`);
      }
    }
    expect(answers.filter((answer) => !/: 20\d$/.test(answer))).toEqual([]);
    expect(answers).toHaveLength(22);

    function request(path: string, { parameters = [], requestBody }: Operation) {
      let filled = path;
      for (const { name, examples } of parameters) {
        filled = filled.replace(`{${name}}`, String(examples.example.value));
      }
      const schema = requestBody?.content['application/json']?.schema.$ref.split('/').at(-1);
      const body = schema === undefined ? undefined : components.schemas[schema]!.examples[0];
      return [filled, body] as const;
    }
  });

  test('shows rows, a sort and a page where it searches', async () => {
    const { body } = await demo.send('GET', '/openapi.json');
    const { components } = body as Document;
    const [search] = components.schemas['ArticleSearchRequest']!.examples;
    expect(search).toEqual({
      filter: { field: 'title', op: 'eq', value: 'On engines' },
      sort: [{ field: 'title', dir: 'asc' }],
      page_size: 20,
    });
  });
});

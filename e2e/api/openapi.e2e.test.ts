import { ensurePython } from '@rowhouse/harness';
import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';

import { beforeAll, describe, expect, test } from 'vitest';

import { linters } from './openapi-linters.js';

const demo = resolve(import.meta.dirname, '../../apps/demo');

interface Operation {
  readonly summary: string;
  readonly description: string;
  readonly security: readonly object[];
  readonly 'x-query'?: boolean;
  readonly responses: Readonly<Record<string, Response>>;
}

interface Response {
  readonly content?: {
    readonly 'application/json': { readonly schema: { readonly $ref: string } };
  };
}

interface Described {
  readonly description?: string;
}

interface Document {
  readonly paths: Record<string, Readonly<Record<string, Operation>>>;
  readonly components: {
    readonly schemas: Record<string, { readonly properties: Record<string, Described> }>;
  };
  readonly tags: readonly { readonly name: string; readonly description: string }[];
}

/** What the demo's app says of itself, but for the route that is written by hand. */
async function readDocument(): Promise<Document> {
  const script = 'import json, main; print(json.dumps(main.app.openapi()))';
  const env = { ...process.env, PYTHONDONTWRITEBYTECODE: '1' };
  const options = { cwd: demo, env: { ...env, DATABASE_URL: 'postgresql+asyncpg://nowhere/blog' } };
  const { stdout } = await promisify(execFile)(await ensurePython(), ['-c', script], options);
  const document = JSON.parse(stdout) as Document;
  delete document.paths['/health'];
  return document;
}

describe("the demo's OpenAPI document", () => {
  let document: Document;
  beforeAll(async () => {
    document = await readDocument();
  });
  const operations = () => Object.values(document.paths).flatMap((path) => Object.values(path));

  test.each(Object.entries(linters))('has nothing that %s finds', async (_name, lint) => {
    expect(await lint(document)).toEqual([]);
  });

  test.each([
    ['redocly', ['tag-description', 'operation-summary', 'operation-4xx-response']],
    ['spectral', ['oas3-schema', 'operation-description', 'operation-tag-defined']],
  ] as const)('is linted by %s: what is left out is found', async (name, rules) => {
    const { get } = document.paths['/articles/{pk}']!;
    const [first, ...tags] = document.tags;
    const incomplete = { ...get!, summary: '', description: '', tags: ['News'] };
    const broken: Document = {
      ...document,
      tags: [{ name: first!.name, description: '' }, ...tags],
      paths: {
        ...document.paths,
        '/articles/{pk}': { get: { ...incomplete, responses: { 200: {} } } },
      },
    };
    const found = (await linters[name](broken)).join('\n');
    for (const rule of rules) expect(found).toContain(`: ${rule}: `);
  });

  test('calls operations as a person would', () => {
    expect(operations().map(({ summary }) => summary)).toEqual(
      expect.arrayContaining([
        'Log in',
        'List articles',
        'Get an article',
        'Create an article',
        'Update an article',
        'Delete an article',
        'Publish an article',
        'Count by status',
      ]),
    );
  });

  test('says of every field what it is', () => {
    const fields = Object.entries(document.components.schemas['ArticleResource']!.properties);
    const silent = fields.filter(([, { description }]) => !description).map(([name]) => name);
    // What related rows are, their own schemas say.
    expect(silent).toEqual(['id', 'author', 'tags']);
    const { post } = document.paths['/articles/{pk}/publish']!;
    expect(post!.description).toBe('Publishes a draft, now or at the requested time.');
  });

  test('marks searches as queries, and nothing else', () => {
    const marked = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.values(methods).flatMap((operation) => (operation['x-query'] ? [path] : [])),
    );
    const searches = Object.keys(document.paths).filter((path) => path.endsWith('/search'));
    expect(marked).toEqual(searches);
    expect(searches).toHaveLength(4);
  });

  test('shows a lock where a route needs a user, and says where none does', () => {
    const openPaths = Object.entries(document.paths).filter(([, operations]) =>
      Object.values(operations).every(({ security }) => security.length === 0),
    );
    expect(openPaths.map(([path]) => path)).toEqual([
      '/auth/token',
      '/tags/{pk}',
      '/tags/search',
      '/tags/',
      '/tags/by-name/{name}',
    ]);
    const locked = operations().filter(({ security }) => security.length > 0);
    expect(locked).toHaveLength(operations().length - 7);
  });

  test('has the body of every error', () => {
    for (const { summary, responses } of operations()) {
      const errors = Object.entries(responses).filter(([status]) => status >= '400');
      expect(Object.keys(responses), summary).toEqual(expect.arrayContaining(['422', '503']));
      for (const [status, { content }] of errors) {
        const schema = content!['application/json'].schema.$ref.split('/').at(-1);
        expect(schema, `${summary}: ${status}`).toBe('ErrorResponse');
      }
    }
  });
});

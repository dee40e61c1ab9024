import { resolve } from 'node:path';

import { configSchemaJson } from '@rowhouse/core';
import { beforeAll, describe, expect, test } from 'vitest';
import languageService from 'vscode-json-languageservice';

import { plugin } from './support.js';

const { getLanguageService, TextDocument } = languageService;

/** Its `blog/models.py` is what names are completed from. */
const demo = resolve(import.meta.dirname, '../../../apps/demo');

/** The JSON language service of VS Code, with Markdown switched on as it is there. */
const service = getLanguageService({
  clientCapabilities: {
    textDocument: {
      completion: { completionItem: { documentationFormat: ['markdown'] } },
      hover: { contentFormat: ['markdown'] },
    },
  },
});

let schema: Awaited<ReturnType<typeof configSchemaJson>>;
let size: number;

beforeAll(async () => {
  schema = await configSchemaJson({
    cwd: demo,
    config: 'codegen.config.jsonnet',
    plugins: [plugin],
  });
  // An editor's service puts what is referred to in place.
  size = JSON.stringify(schema).length;
  const uri = 'file:///codegen.schema.json';
  service.configure({ validate: true, schemas: [{ uri, fileMatch: ['*.json'], schema }] });
});

/** A text with the cursor at `¦`. */
function open(marked: string) {
  const text = marked.replace('¦', '');
  const document = TextDocument.create('file:///api.json', 'json', 1, text);
  const place = document.positionAt(marked.indexOf('¦'));
  return { document, place, json: service.parseJSONDocument(document) };
}

async function completed(marked: string): Promise<string[]> {
  const { document, place, json } = open(marked);
  const list = await service.doComplete(document, place, json);
  return list!.items.map(({ label }) => label.replaceAll('"', ''));
}

async function hovered(marked: string): Promise<string> {
  const { document, place, json } = open(marked);
  const hover = await service.doHover(document, place, json);
  return [hover!.contents].flat().map(textOf).join('\n');
}

async function refused(text: string): Promise<string[]> {
  const { document, json } = open(text);
  const problems = await service.doValidation(document, json);
  return problems.map(({ message }) => textOf(message));
}

function textOf(content: string | { readonly value: string }): string {
  return typeof content === 'string' ? content : content.value;
}

const config = (rest: string) => `{ "version": "1", "module": "blog", ${rest} }`;
const resource = (rest: string) =>
  config(`"resources": [{ "model": "blog.models.Article", ${rest} }]`);
const entry = (text: string) => resource(`"operations": [${text}]`);

const columns = ['id', 'title', 'body', 'status', 'author_id'];
const onFields = ['name', 'type', 'nullable', 'max_length', 'pattern', 'example'];

describe('an editor completes', () => {
  test.each([
    ['the keys of a config', `{ ¦ }`, ['$schema', 'version', 'resources', 'auth'], ['model']],
    ['what remains of them', config('¦'), ['resources', 'docs'], ['version', 'module']],
    ['values', config('"docs": ¦'), ['online', 'offline'], []],
    ['true and false', config('"access": { "rls": ¦ }'), ['true', 'false'], []],
    ['the keys of an auth', config('"auth": { ¦ }'), ['type', 'verify_credentials_fn'], []],
    ['the kinds of auth', config('"auth": { "type": ¦ }'), ['jwt', 'jwks'], []],
    [
      'the keys of one kind of auth',
      config('"auth": { "type": "jwks", "issuer": "a", "audience": "b", ¦ }'),
      ['url_env', 'algorithms'],
      ['token_url', 'verify_credentials_fn'],
    ],
    [
      'examples',
      config('"auth": { "type": "jwks", "issuer": ¦ }'),
      ['https://id.example.org/realms/shop'],
      [],
    ],
    ['models', config('"resources": [{ "model": ¦ }]'), ['blog.models.Article'], []],
    ['the keys of a resource', resource('¦'), ['operations', 'access', 'pk'], ['model', 'fn']],
    ['columns', resource('"pk": ¦'), columns, ['name']],
    ['operations by name', entry('"¦"'), ['get', 'list', 'create', 'update', 'delete'], []],
    ['the name of an object', entry('{ "name": "¦" }'), ['get', 'list', 'delete'], []],
    [
      'the options of get',
      entry('{ "name": "get", ¦ }'),
      ['fields', 'pk_example', 'handler'],
      ['filters', 'ordering', 'pagination', 'fn', 'before'],
    ],
    [
      'the options of list',
      entry('{ "name": "list", ¦ }'),
      ['fields', 'filters', 'ordering', 'pagination'],
      ['fn', 'before', 'pk_example'],
    ],
    [
      'the options of create',
      entry('{ "name": "create", ¦ }'),
      ['fields', 'before', 'after'],
      ['fn', 'filters', 'pk_example'],
    ],
    [
      'the options of delete',
      entry('{ "name": "delete", ¦ }'),
      ['before', 'after', 'handler'],
      ['fields', 'fn'],
    ],
    ['the function of an action', entry('{ "name": "publish", ¦ }'), ['fn'], ['filters']],
    [
      'the options of an action',
      entry('{ "name": "publish", "fn": "blog.actions.publish", ¦ }'),
      ['params', 'on', 'lock', 'returns'],
      ['fn', 'fields', 'filters'],
    ],
    [
      'the options of an action that is called like an operation',
      entry('{ "name": "get", "fn": "blog.actions.get", ¦ }'),
      ['params', 'returns'],
      ['fields'],
    ],
    ['columns in fields', entry('{ "name": "get", "fields": [¦] }'), columns, []],
    ['the keys of a field', entry('{ "name": "get", "fields": [{ ¦ }] }'), onFields, ['like']],
    ['columns by key', entry('{ "name": "get", "fields": [{ "name": ¦ }] }'), columns, []],
    ['field types', entry('{ "name": "get", "fields": [{ "type": ¦ }] }'), ['uuid', 'email'], []],
    [
      'the keys of pagination',
      entry('{ "name": "list", "pagination": { ¦ } }'),
      ['mode', 'max_page_size'],
      ['fields'],
    ],
    [
      'columns to filter by',
      entry('{ "name": "list", "filters": { "fields": [¦] } }'),
      columns,
      [],
    ],
    [
      'the keys of a rule',
      resource('"access": { "rules": [{ ¦ }] }'),
      ['allow', 'to', 'where', 'check'],
      ['operations'],
    ],
    [
      'the keys of a database',
      config('"databases": [{ ¦ }]'),
      ['key', 'url_env', 'pool_size'],
      ['model'],
    ],
    [
      'operations inside an app',
      `{ "apps": [{ "config": { "module": "b", "resources": [{ "operations": [{ "name": "list", ¦ }] }] } }] }`,
      ['filters', 'pagination'],
      ['fn'],
    ],
  ])('%s', async (_what, text, offered, others) => {
    const labels = await completed(text);
    expect(labels).toEqual(expect.arrayContaining(offered));
    expect(labels.filter((label) => others.includes(label))).toEqual([]);
  });
});

describe('an editor shows', () => {
  test.each([
    ['a key of the config', config('"do¦cs": "offline"'), /Where `\/docs` loads its scripts/],
    ['an option', entry('{ "name": "list", "filt¦ers": {} }'), /^Allows requests to filter\.$/],
    ['an option of an action', entry('{ "name": "a", "f¦n": "a.b" }'), /function that the route/],
    ['a key of a field', entry('{ "name": "get", "fields": [{ "ty¦pe": "str" }] }'), /Default: /],
    ['a rule', resource('"access": { "rules": [{ "t¦o": "owner" }] }'), /`'owner'`/],
  ])('what %s means, as Markdown', async (_what, text, expected) => {
    expect(await hovered(text)).toMatch(expected);
  });
});

describe('an editor marks', () => {
  test.each([
    ['nothing in a valid config', entry('"get", { "name": "list", "filters": {} }'), []],
    ['an unknown key', config('"resorces": []'), ['Property resorces is not allowed.']],
    [
      'an option of another operation',
      entry('{ "name": "get", "filters": {} }'),
      ['Property filters is not allowed.'],
    ],
    [
      'an unknown operation',
      entry('"gett"'),
      [expect.stringMatching(/^Value is not accepted\. Valid values: "get", "list"/)],
    ],
    ['an action without its function', entry('{ "name": "publish" }'), ['Missing property "fn".']],
    ['a missing key', entry('{ "name": "list", "pagination": {} }'), ['Missing property "mode".']],
    [
      'a value of another type',
      entry('{ "name": "list", "pagination": { "mode": "keyset", "max_page_size": "9" } }'),
      ['Incorrect type. Expected "integer".'],
    ],
    [
      'a value out of range',
      config('"auth": { "token_lifetime": 0, "verify_credentials_fn": "a.b" }'),
      ['Value is below the minimum of 1.'],
    ],
  ])('%s', async (_what, text, messages) => {
    const others = /Missing property "(?:resources|operations)"/;
    expect((await refused(text)).filter((message) => !others.test(message))).toEqual(messages);
  });

  test('a name that the model does not have', async () => {
    const [message] = await refused(
      entry('{ "name": "list", "filters": { "fields": ["titel"] } }'),
    );
    expect(message).toMatch(/^Value is not accepted\. Valid values: .*"title"/);
  });
});

describe('the schema', () => {
  test('is below 1 MB', () => {
    expect(size).toBeLessThan(1_000_000);
  });

  test('has for every key a description, and a default, the allowed values or an example', async () => {
    const plain = await configSchemaJson({ cwd: demo, plugins: [plugin] });
    const silent: string[] = [];
    const walk = (node: unknown, path: string) => {
      if (typeof node !== 'object' || node === null) return;
      for (const [name, inner] of Object.entries(node)) {
        walk(inner, `${path}/${name}`);
        if (name !== 'properties' || path.endsWith('/if')) continue;
        for (const [key, value] of Object.entries(inner as Record<string, Schema>)) {
          if (!value.description || !hasSample(value)) silent.push(`${path}/${key}`);
        }
      }
    };
    walk(plain, '');
    expect(silent).toEqual([]);
  });
});

interface Schema {
  readonly type?: string;
  readonly description?: string;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
}

/** Whether it shows what a value looks like: itself, or in a part. An object does so by its keys. */
function hasSample(schema: Schema): boolean {
  const keys = ['default', 'enum', 'const', 'examples', 'properties', '$ref'];
  return (
    schema.type === 'boolean' ||
    keys.some((key) => key in schema) ||
    [schema.items, ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].some(
      (part) => part !== undefined && hasSample(part),
    )
  );
}

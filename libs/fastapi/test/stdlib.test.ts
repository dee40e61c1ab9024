import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';

import { evaluate } from '@rowhouse/jsonnet';
import { expect, test } from 'vitest';

import { fieldTypes } from '../src/config/field-types.js';
import { blog, problems } from './support.js';

const root = resolve(import.meta.dirname, '../../..');

/** The value of an expression in which each helper file has its name. */
function value(expression: string): unknown {
  const source = `
    local auth = import 'stdlib/auth/jwt.libsonnet';
    local issued = import 'stdlib/auth/jwks.libsonnet';
    local db = import 'stdlib/db/databases.libsonnet';
    local f = import 'stdlib/fastapi/fields.libsonnet';
    local ops = import 'stdlib/fastapi/operations.libsonnet';
    ${expression}`;
  return evaluate(source, {
    filename: 'test.jsonnet',
    resolve: (path) => ({ path, contents: readFileSync(resolve(root, path), 'utf8') }),
  }).value;
}

test('jwt makes an auth block; options go before what it sets', () => {
  expect(value("auth.jwt({ verify_credentials_fn: 'a.b' })")).toEqual({
    type: 'jwt',
    verify_credentials_fn: 'a.b',
  });
  expect(value("auth.jwt({ secret_env: 'OTHER', algorithm: 'HS512' })")).toEqual({
    type: 'jwt',
    secret_env: 'OTHER',
    algorithm: 'HS512',
  });
});

test.each([
  "issued.jwks({ issuer: 'https://id.example.org', audience: ['a', 'b'] })",
  "issued.keycloak('https://id.example.org', 'shop', { audience: 'shop-api' })",
  "issued.auth0('shop.eu.auth0.com', { audience: 'https://api.example.org' })",
  "issued.cognito('eu-central-1', 'eu-central-1_abc', { audience: 'client', claims+: { email: 'str' } })",
])('%s is an auth block that the target accepts', async (expression) => {
  expect(value(expression)).toMatchObject({ type: 'jwks' });
  expect(await problems(blog({}, { auth: value(expression) }))).toEqual([]);
});

test('the blocks of known servers have their issuer', () => {
  const issuer = (expression: string) => (value(expression) as { issuer: string }).issuer;
  expect(issuer("issued.keycloak('https://id.example.org', 'shop')")).toBe(
    'https://id.example.org/realms/shop',
  );
  expect(issuer("issued.auth0('shop.eu.auth0.com')")).toBe('https://shop.eu.auth0.com/');
  expect(issuer("issued.cognito('eu-central-1', 'eu-central-1_abc')")).toBe(
    'https://cognito-idp.eu-central-1.amazonaws.com/eu-central-1_abc',
  );
});

test('postgres names the variable after the key, unless it is told', () => {
  expect(value("db.postgres('main', { default: true })")).toEqual({
    key: 'main',
    url_env: 'MAIN_DATABASE_URL',
    default: true,
  });
  expect(value("db.postgres('main', { url_env: 'DATABASE_URL' })")).toEqual({
    key: 'main',
    url_env: 'DATABASE_URL',
  });
});

test('the field helpers write specs that the target accepts', async () => {
  const types = fieldTypes.filter((type) => /^\w+$/.test(type));
  const fields = value(`[
    ${types.map((type) => `f.${type}('of_${type}')`).join(', ')},
    f.str('b', { max_length: 3 }), f.list('o', 'str'), f.choice('p', ['x', 'y']),
    f.nullable(f.str('q')), f.withDefault(f.int('r'), 3),
  ]`) as object[];
  expect(fields.slice(0, types.length)).toEqual(
    types.map((type) => ({ name: `of_${type}`, type })),
  );
  expect(fields.slice(types.length)).toEqual([
    { name: 'b', type: 'str', max_length: 3 },
    { name: 'o', type: 'list[str]' },
    { name: 'p', type: 'str', enum: ['x', 'y'] },
    { name: 'q', type: 'str', nullable: true },
    { name: 'r', type: 'int', default: 3 },
  ]);
  expect(await problems(blog({ operations: [{ name: 'get', fields }] }))).toEqual([]);
});

test('crud is the five operations of one set of fields', async () => {
  const operations = value("ops.crud([f.uuid('id'), f.str('title')])");
  const [id, title] = [
    { name: 'id', type: 'uuid' },
    { name: 'title', type: 'str' },
  ];
  expect(operations).toEqual([
    { name: 'get', fields: [id, title] },
    { name: 'list', fields: [id, title], filters: {}, pagination: { mode: 'keyset' } },
    { name: 'create', fields: [title] },
    { name: 'update', fields: [title] },
    'delete',
  ]);
  expect(await problems(blog({ operations }))).toEqual([]);
  expect(value("ops.crud([f.int('no')], writable=[], pk='no', list={})")).toContainEqual({
    name: 'list',
    fields: [{ name: 'no', type: 'int' }],
  });
});

test('crud of a key of several columns takes them in a create', () => {
  const fields = ['branch', 'weekday', 'opens'];
  const operations = value(`ops.crud(${JSON.stringify(fields)}, pk=['branch', 'weekday'])`);
  expect(operations).toContainEqual({ name: 'create', fields });
  expect(operations).toContainEqual({ name: 'update', fields: ['opens'] });
});

test('action, keyset and offset add what they are called', () => {
  expect(
    value(
      "[ops.action('go', 'a.b', { on: 'collection' }), ops.keyset(), ops.offset({ max_page_size: 5 })]",
    ),
  ).toEqual([
    { name: 'go', fn: 'a.b', on: 'collection' },
    { mode: 'keyset' },
    { mode: 'offset', max_page_size: 5 },
  ]);
});

const files = readdirSync(resolve(root, 'stdlib'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.libsonnet'))
  .map((file) => file.replaceAll('\\', '/').replace('.libsonnet', ''));

test.each(files)('the README lists each helper of %s', (file) => {
  const names = value(`std.objectFieldsAll(import 'stdlib/${file}.libsonnet')`);
  const rows = readFileSync(resolve(root, 'stdlib/README.md'), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith(`| \`${file}\`: `));
  const listed = [...rows.join('\n').matchAll(/`(\w+)(?:\(.*?\))?`/g)].map(([, name]) => name);
  expect(listed).toEqual(expect.arrayContaining(names as string[]));
});

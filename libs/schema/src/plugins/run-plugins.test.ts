import { integer, text } from 'drizzle-orm/pg-core';
import { describe, expect, test } from 'vitest';

import { Metadata, PRIMARY_KEY, table, uuidKey, type Plugin } from '../index.js';
import { columnNames } from '../../test/column-names.js';

const make = (plugins: readonly Plugin[], columns = { title: text() }) =>
  table('articles', columns, { metadata: new Metadata(), plugins });

const plugin = (name: string, rest: Partial<Plugin> = {}): Plugin => ({
  name,
  run: ({ provide }) => {
    for (const key of rest.produces ?? []) provide(key, name);
    return { [name]: integer() };
  },
  ...rest,
});

describe('order', () => {
  test('a plugin runs after the one that produces what it requires; ties keep the order given', () => {
    const articles = make([
      plugin('a', { requires: ['slug'] }),
      plugin('b'),
      plugin('c', { produces: ['slug'] }),
    ]);
    expect(columnNames(articles)).toEqual(['id', 'title', 'c', 'a', 'b']);
  });

  test('it reads what the other provided, and sees its columns', () => {
    const seen: unknown[] = [];
    make([
      {
        name: 'reader',
        requires: ['slug'],
        run: ({ get, columns }) => {
          seen.push(get('slug'), Object.keys(columns));
          return {};
        },
      },
      plugin('writer', { produces: ['slug'] }),
    ]);
    expect(seen).toEqual(['writer', ['id', 'title', 'writer']]);
  });
});

describe('the primary key', () => {
  test('is a serial "id" when no plugin and no column has it', () => {
    const articles = make([]);
    expect(articles.primaryKey.map((column) => [column.name, column.getSQLType()])).toEqual([
      ['id', 'serial'],
    ]);
  });

  test('comes from the plugin that produces it', () => {
    const articles = make([plugin('stamp'), uuidKey('key')]);
    expect(columnNames(articles)).toEqual(['key', 'title', 'stamp']);
    expect(articles.primaryKey.map((column) => column.name)).toEqual(['key']);
  });

  test('has one producer only', () => {
    expect(() =>
      table(
        'articles',
        { code: text().primaryKey() },
        { metadata: new Metadata(), plugins: [uuidKey()] },
      ),
    ).toThrow(
      "table public.articles: its own columns and plugin 'uuidKey' both produce 'primaryKey' [duplicate-producer]\n  Remove one.",
    );
  });
});

describe('refusals name the plugins', () => {
  test.each<[string, readonly Plugin[], string]>([
    [
      'a circle',
      [
        plugin('a', { produces: ['x'], requires: ['y'] }),
        plugin('b', { produces: ['y'], requires: ['x'] }),
      ],
      'table public.articles: plugins require each other in a cycle: a → b → a [plugin-cycle]',
    ],
    [
      'two producers of a key',
      [plugin('a', { produces: ['x'] }), plugin('b', { produces: ['x'] })],
      "table public.articles: plugin 'a' and plugin 'b' both produce 'x' [duplicate-producer]\n  Remove one.",
    ],
    [
      'a key that nobody produces',
      [plugin('a', { requires: ['x'] })],
      "table public.articles: plugin 'a' requires 'x', which no plugin produces [no-producer]",
    ],
    [
      'a key declared but not provided',
      [plugin('a', { produces: ['x'], run: () => ({}) })],
      "table public.articles: plugin 'a' has 'x' in its 'produces', but does not provide it [unprovided-key]",
    ],
    [
      'a key provided but not declared',
      [
        plugin('a', {
          run: ({ provide }) => {
            provide('x', 1);
            return {};
          },
        }),
      ],
      "table public.articles: plugin 'a' provides 'x', which is not in its 'produces' [undeclared-key]",
    ],
    [
      'a key read but not declared',
      [
        plugin('a', { produces: ['x'] }),
        plugin('b', { run: ({ get }) => ({ [String(get('x'))]: text() }) }),
      ],
      "table public.articles: plugin 'b' reads 'x', which is not in its 'requires' [undeclared-key]",
    ],
    [
      'a column that is there already',
      [plugin('title')],
      "table public.articles: plugin 'title' adds the column 'title', which the table already has [duplicate-column]\n  Remove the column, or the plugin.",
    ],
  ])('%s', (_what, plugins, message) => {
    expect(() => make(plugins)).toThrow(message);
  });

  test('all of them at once', () => {
    expect(() =>
      make([plugin('a', { requires: ['x'] }), plugin('b', { requires: [PRIMARY_KEY, 'y'] })]),
    ).toThrow(/requires 'x'[^]*requires 'y'/);
  });
});

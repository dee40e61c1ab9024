import { count, eq } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { beforeEach, describe, expect, test } from 'vitest';

import {
  desiredState,
  Extension,
  identityKey,
  Metadata,
  RestExtension,
  restView,
  SchemaConfig,
  select,
  table,
  type RestGrant,
} from '../index.js';
import { newBlog, place } from '../../test/rest/new-blog.js';

let blog: ReturnType<typeof newBlog>;
beforeEach(() => {
  blog = newBlog();
});

/** The names of the INSTEAD OF triggers by what they do. */
const triggers = () =>
  blog.statements().flatMap((one) => /^CREATE TRIGGER .* INSTEAD OF (\w+)/.exec(one)?.[1] ?? []);
const privileges = "one of 'select', 'insert', 'update', 'delete'";

describe('grants', () => {
  test.each<[readonly RestGrant[] | undefined, readonly string[]]>([
    [undefined, []],
    [['select'], []],
    [['select', 'insert'], ['INSERT']],
    [
      ['delete', 'update', 'insert', 'select'],
      ['INSERT', 'UPDATE', 'DELETE'],
    ],
  ])('%j make the triggers %j', (grants, expected) => {
    restView(blog.articles, grants ? { grants } : {});
    expect(triggers()).toEqual(expected);
    const granted = [...(grants ?? ['select'])].sort().join(', ').toUpperCase();
    expect(blog.statements()).toContain(`GRANT ${granted} ON TABLE "api"."articles" TO "anon"`);
  });

  test('other roles get theirs, and the triggers for them', () => {
    restView(blog.articles, { roles: { editor: ['select', 'update'] } });
    expect(triggers()).toEqual(['UPDATE']);
    expect(blog.statements().filter((one) => /^GRANT .* "api"/.test(one))).toEqual([
      'GRANT USAGE ON SCHEMA "api" TO "anon"',
      'GRANT SELECT ON TABLE "api"."articles" TO "anon"',
      'GRANT USAGE ON SCHEMA "api" TO "editor"',
      'GRANT SELECT, UPDATE ON TABLE "api"."articles" TO "editor"',
    ]);
  });

  test('a view may be for other roles alone', () => {
    restView(blog.articles, { grants: [], roles: { editor: ['select'] } });
    expect(blog.statements().filter((one) => /^GRANT .* "api"/.test(one))).toEqual([
      'GRANT USAGE ON SCHEMA "api" TO "editor"',
      'GRANT SELECT ON TABLE "api"."articles" TO "editor"',
    ]);
  });

  test.each<[unknown, string]>([
    [
      [],
      `${place}: grants: found an empty list, expected ${privileges} [no-grants]\n  Omit it for a read-only view, or list the grants. To grant something only to other roles, use 'roles'.`,
    ],
    [
      ['SELECT'],
      `${place}: grants[0]: found 'SELECT', expected ${privileges} [unknown-privilege]\n  Did you mean 'select'?`,
    ],
    [
      ['truncate'],
      `${place}: grants[0]: found 'truncate', expected ${privileges} [unknown-privilege]`,
    ],
    [['select', 'select'], `${place}: grants[1]: 'select' is listed twice [duplicate-grant]`],
  ])('%j is refused', (grants, message) => {
    expect(() => restView(blog.articles, { grants: grants as RestGrant[] })).toThrow(
      expect.objectContaining({ name: 'SchemaValidationError', message }) as Error,
    );
  });

  test('a role that nobody registers is refused, unless another extension may do so yet', () => {
    const roles = { auditor: ['select'] } as const;
    expect(() => restView(blog.articles, { roles })).toThrow(
      `${place}: roles.auditor: the role 'auditor' is not registered [unregistered-role]\n  Add it to new RestExtension({ roles: ["auditor"] }), or call metadata.registerRole({ name: "auditor" }) first.`,
    );
    blog.metadata.registerRole({ name: 'auditor' });
    expect(restView(blog.articles, { roles }).grants).toMatchObject(roles);

    class Audit extends Extension {
      override readonly name = 'audit';
      override configureMetadata(metadata: Metadata) {
        metadata.registerRole({ name: 'auditor' });
      }
    }
    const config = new SchemaConfig({ autoDiscover: false })
      .use(new RestExtension())
      .use(new Audit());
    const metadata = new Metadata();
    restView(table('articles', {}, { metadata, config }), { roles });
    expect(desiredState(metadata, config).roles).toContain('auditor');
  });

  test('all problems of all roles are told at once', () => {
    expect(() =>
      restView(blog.articles, {
        grants: ['x' as never],
        roles: { editor: [], anon: ['select'] },
      }),
    ).toThrow(
      [
        `${place}: grants[0]: found 'x', expected ${privileges} [unknown-privilege]`,
        `${place}: roles.editor: found an empty list, expected ${privileges} [no-grants]`,
        "  Omit it for a read-only view, or list the grants. To grant something only to other roles, use 'roles'.",
        `${place}: roles.anon: expected the privileges of 'anon' in 'grants' [anon-in-roles]`,
      ].join('\n'),
    );
  });
});

test('a view without hidden columns writes by less than 40 lines of SQL', () => {
  restView(blog.authors, { grants: ['select', 'insert', 'update', 'delete'] });
  const written = blog.statements().filter((one) => one.includes('authors_write'));
  expect(written).toHaveLength(5);
  expect(written.join('\n').split('\n').length).toBeLessThan(40);
});

describe('columns', () => {
  test('all by default, under their names in the table', () => {
    expect(restView(blog.articles).columns).toEqual([
      'id',
      'title',
      'author_id',
      'secret',
      'public',
      'slug',
    ]);
  });

  test('chosen, in the order given', () => {
    expect(restView(blog.articles, { columns: ['title', 'authorId', 'id'] }).columns).toEqual([
      'title',
      'author_id',
      'id',
    ]);
  });

  test('excluded', () => {
    expect(restView(blog.articles, { excludeColumns: ['secret'] }).columns).not.toContain('secret');
  });

  test.each<[object, string]>([
    [
      { columns: ['titel'] },
      `${place}: columns[0]: found 'titel', expected a column of the table [unknown-column]\n  Did you mean 'title'?`,
    ],
    [
      { excludeColumns: ['author_id'] },
      `${place}: excludeColumns[0]: found 'author_id', expected a column of the table [unknown-column]\n  Did you mean 'authorId'?`,
    ],
    [{ columns: ['id', 'id'] }, `${place}: columns[1]: 'id' is listed twice [duplicate-column]`],
    [{ columns: [] }, `${place}: columns: is empty, but a view needs at least one [no-columns]`],
    [
      { excludeColumns: ['id', 'title', 'authorId', 'secret', 'public', 'slug'] },
      `${place}: excludeColumns: hides every column, but a view needs at least one [no-columns]`,
    ],
    [
      { columns: ['id'], excludeColumns: ['title'] },
      `${place}: 'columns' and 'excludeColumns' cannot be used together [exclusive-keys]\n  Keep one.`,
    ],
    [
      { columns: ['toString'] },
      `${place}: columns[0]: found 'toString', expected a column of the table [unknown-column]\n  It has id, title, authorId, secret, public, slug.`,
    ],
  ])('%j is refused', (options, message) => {
    expect(() => restView(blog.articles, options)).toThrow(
      expect.objectContaining({ name: 'ColumnError', message }) as Error,
    );
    expect(() => restView(blog.articles, options)).toThrow(RangeError);
  });
});

describe('a grant that no trigger could carry out is refused', () => {
  const needsKey = (grant: string) =>
    `${place}: cannot grant '${grant}', because the view does not show the primary key (id), which finds the row [ungrantable]`;
  const noColumn = (grant: string) =>
    `${place}: cannot grant '${grant}': none of its columns can be written [ungrantable]\n  Show a column of blog.articles that is not generated, or remove the grant.`;

  test('update and delete without the key', () => {
    expect(() =>
      restView(blog.articles, { columns: ['title'], grants: ['update', 'delete'] }),
    ).toThrow(`${needsKey('update')}\n${needsKey('delete')}\n  Show it, or remove the grant.`);
  });

  test('insert without the key, where rows are grouped and cannot be read back', () => {
    expect(() =>
      restView(blog.articles, {
        grants: ['insert'],
        query: (_base, articles) =>
          select({ title: articles.title, n: count() }).from(articles).groupBy(articles.title),
      }),
    ).toThrow(needsKey('insert'));
  });

  test('update and delete where the key is that of a joined copy of the table', () => {
    expect(() =>
      restView(blog.articles, {
        grants: ['delete'],
        query: (_base, articles) => {
          const copy = alias(articles, 'copy');
          return select({ id: copy.id, title: articles.title })
            .from(articles)
            .innerJoin(copy, eq(copy.id, articles.id));
        },
      }),
    ).toThrow(needsKey('delete'));
  });

  test('insert and update where all columns are generated', () => {
    expect(() => restView(blog.articles, { columns: ['slug'], grants: ['update'] })).toThrow(
      needsKey('update'),
    );
    const logs = table(
      'articles',
      {},
      { metadata: new Metadata(), config: blog.config, schema: 'blog', plugins: [identityKey()] },
    );
    expect(() => restView(logs, { grants: ['update'] })).toThrow(noColumn('update'));
  });

  test('insert without a column that each row needs', () => {
    const insert = (excludeColumns: readonly string[]) => () =>
      restView(blog.articles, { excludeColumns, grants: ['select', 'insert'] } as object);
    expect(insert(['title'])).toThrow(
      `${place}: cannot grant 'insert', because the view does not show title, without which there is no row [ungrantable]\n  Show it, give it a default (which a trigger of the table can replace), or remove the grant.`,
    );
    expect(insert(['secret', 'public', 'id'])).not.toThrow();
  });
});

describe('rows cannot be matched', () => {
  const grants = ['select', 'insert', 'update'] as const;
  test.each<[string, object, string]>([
    [
      'by columns that several rows may share',
      { upsert: ['title'], grants },
      'upsert: neither the primary key nor a unique constraint of table blog.articles has exactly these columns: title [no-unique-key]',
    ],
    ['by none', { upsert: [], grants }, 'has exactly these columns: none [no-unique-key]'],
    [
      'by a column that the view hides',
      { upsert: ['id'], columns: ['title'] },
      'upsert: the view does not show the column id of its table [ungrantable]',
    ],
    [
      'where no role may both insert and update',
      { upsert: ['id'], grants: ['select', 'insert'], roles: { editor: ['select', 'update'] } },
      'upsert: no role has the grants select, insert, update, which it needs [ungrantable]',
    ],
  ])('%s', (_what, options, message) => {
    expect(() => restView(blog.articles, options)).toThrow(message);
  });
});

test('a table whose config has no REST extension is refused', () => {
  const plain = table('plain', {}, { metadata: new Metadata() });
  expect(() => restView(plain, { schema: 'own' })).toThrow(
    'table public.plain: config: has no REST extension, which restView() needs [no-rest-extension]\n  Define the table with { config: new SchemaConfig().use(new RestExtension()) }.',
  );
  expect(() => restView(plain)).toThrow(
    'table public.plain: config: has no REST extension, which restView() needs [no-rest-extension]\n  Define the table with { config: new SchemaConfig().use(new RestExtension()) }.',
  );
});

test('the schema is the extension’s, unless the view has its own', () => {
  const metadata = new Metadata();
  const config = new SchemaConfig({ autoDiscover: false }).use(new RestExtension({ schema: 'v1' }));
  const things = table('things', {}, { metadata, config });
  expect(restView(things).schema).toBe('v1');
  expect(restView(things, { schema: 'v2' }).schema).toBe('v2');
});

test('a view in the schema of its table, under its name, is refused', () => {
  expect(() => restView(blog.articles, { schema: 'blog' })).toThrow(
    'blog.articles: is the name of two objects: a table by the project, and the REST view blog.articles of table blog.articles by the project [duplicate-object]\n  Change the name or schema of one of them.',
  );
});

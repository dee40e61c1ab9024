import { count, eq } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { beforeEach, describe, expect, test } from 'vitest';

import {
  ColumnError,
  desiredState,
  Extension,
  identityKey,
  Metadata,
  RestExtension,
  restView,
  SchemaConfig,
  SchemaValidationError,
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
    const privileges = [...(grants ?? ['select'])].sort().join(', ').toUpperCase();
    expect(blog.statements()).toContain(`GRANT ${privileges} ON TABLE "api"."articles" TO "anon"`);
  });

  test('other roles get theirs, and the triggers for them', () => {
    restView(blog.articles, { roles: { editor: ['select', 'update'] } });
    expect(triggers()).toEqual(['UPDATE']);
    expect(blog.statements().filter((one) => one.startsWith('GRANT'))).toEqual([
      'GRANT USAGE ON SCHEMA "api" TO "anon"',
      'GRANT SELECT ON TABLE "api"."articles" TO "anon"',
      'GRANT USAGE ON SCHEMA "api" TO "editor"',
      'GRANT SELECT, UPDATE ON TABLE "api"."articles" TO "editor"',
    ]);
  });

  test.each<[unknown, string]>([
    [[], `${place}: "grants" is empty. Leave it out for read-only, or name what is granted.`],
    [['SELECT'], `${place}: "grants" has "SELECT"; grants are lower case: "select".`],
    [
      ['truncate'],
      `${place}: "grants" has "truncate"; expected "select", "insert", "update", "delete".`,
    ],
    [['select', 'select'], `${place}: "grants" has "select" twice.`],
  ])('%j is refused', (grants, message) => {
    expect(() => restView(blog.articles, { grants: grants as RestGrant[] })).toThrow(
      new SchemaValidationError(message),
    );
  });

  test('a role that nobody registers is refused, unless another extension may do so yet', () => {
    const roles = { auditor: ['select'] } as const;
    expect(() => restView(blog.articles, { roles })).toThrow(
      new SchemaValidationError(
        `${place}: "roles" has the role "auditor", which nobody registers. Name it in new RestExtension({ roles: ["auditor"] }), or register it before, with metadata.registerRole({ name: "auditor" }).`,
      ),
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
        `- ${place}: "grants" has "x"; expected "select", "insert", "update", "delete".`,
        `- ${place}: "roles.editor" is empty. Leave it out for read-only, or name what is granted.`,
        `- ${place}: "roles" has "anon"; what it may do stands in "grants".`,
      ].join('\n'),
    );
  });
});

describe('schemas', () => {
  const other = 'REST view "api_triggers"."writers" of table "blog"."authors"';
  const message = (exposed: string, behind: string) =>
    `${exposed} stands in the schema that holds the triggers of the ${behind}, and must not be exposed. Give one of them another schema.`;

  test("none may be that of another's triggers, whichever comes first", () => {
    restView(blog.articles, { grants: ['insert'] });
    const inTheWay = { schema: 'api_triggers', name: 'writers' };
    expect(() => restView(blog.authors, inTheWay)).toThrow(message(other, place));

    blog = newBlog();
    restView(blog.authors, inTheWay);
    expect(() => restView(blog.articles)).toThrow(message(other, place));
    expect(restView(blog.articles, { schema: 'api_v2' }).schema).toBe('api_v2');
  });
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
      `${place}: "columns" names "titel", which is no column of the table. Did you mean "title"?`,
    ],
    [
      { excludeColumns: ['author_id'] },
      `${place}: "excludeColumns" names "author_id", which is no column of the table. Did you mean "authorId"?`,
    ],
    [{ columns: ['id', 'id'] }, `${place}: "columns" has "id" twice.`],
    [{ columns: [] }, `${place}: "columns" is empty; a view needs one at least.`],
    [
      { excludeColumns: ['id', 'title', 'authorId', 'secret', 'public', 'slug'] },
      `${place}: "excludeColumns" hides every column; a view needs one at least.`,
    ],
    [
      { columns: ['id'], excludeColumns: ['title'] },
      `${place}: "columns" and "excludeColumns" exclude each other. Keep one.`,
    ],
    [
      { columns: ['toString'] },
      `${place}: "columns" names "toString", which is no column of the table. It has: "id", "title", "authorId", "secret", "public", "slug".`,
    ],
  ])('%j is refused', (options, message) => {
    expect(() => restView(blog.articles, options)).toThrow(new ColumnError([message]));
    expect(() => restView(blog.articles, options)).toThrow(RangeError);
  });
});

describe('a grant that no trigger could carry out is refused', () => {
  const needsKey = (grant: string) =>
    `${place}: cannot grant "${grant}" without the primary key ("id") among the view's columns: the row could not be found. Show it, or drop the grant.`;
  const noColumn = (grant: string) =>
    `${place}: cannot grant "${grant}": none of its columns can be written ("blog"."articles" has no column of its own among them that is not generated).`;

  test('update and delete without the key', () => {
    expect(() =>
      restView(blog.articles, { columns: ['title'], grants: ['update', 'delete'] }),
    ).toThrow(`- ${needsKey('update')}\n- ${needsKey('delete')}`);
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
    expect(() => restView(blog.articles, { columns: ['slug'], grants: ['insert'] })).toThrow(
      noColumn('insert'),
    );
    const logs = table(
      'articles',
      {},
      { metadata: new Metadata(), config: blog.config, schema: 'blog', plugins: [identityKey()] },
    );
    expect(() => restView(logs, { grants: ['update'] })).toThrow(noColumn('update'));
  });
});

test('a table whose config has no REST extension is refused', () => {
  const plain = table('plain', {}, { metadata: new Metadata() });
  expect(() => restView(plain, { schema: 'own' })).toThrow('needs the REST extension');
  expect(() => restView(plain)).toThrow(
    'restView() of table "public"."plain" needs the REST extension, which its config does not have. Make the table with { config: new SchemaConfig().use(new RestExtension()) }.',
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
    'Two objects are named "blog"."articles": a table by the project, and the REST view "blog"."articles"',
  );
});

import { describe, expect, test } from 'vitest';

import { validate } from '@rowhouse/core';

import {
  blog,
  generated,
  generatedFile,
  id,
  plugin,
  problems,
  title,
  withFile,
} from './support.js';

const get = { name: 'get', fields: [id, title] };
const list = (options: object) =>
  blog({
    generate_tests: true,
    operations: [get, { name: 'list', fields: [title], ...options }],
  });
const body = { name: 'body', type: 'str' };
const schemas = 'blog/schemas/article.py';
const routes = 'blog/routes/article.py';

/** The notices of a config. */
async function notices(config: object, out?: string): Promise<readonly string[]> {
  return withFile(config, async (path) => {
    const found = await validate({ config: path, plugins: [plugin], ...(out && { out }) });
    // The models of these configs are nowhere.
    return found.notices.filter((notice) => !notice.startsWith('nothing was checked'));
  });
}

describe('"filters: optional object; fields: list of field names; fields allowed in filters; defaults to all names in fields"', () => {
  test('defaults to all names in fields', async () => {
    const text = await generatedFile(list({ filters: {} }), schemas);
    expect(text).toContain('    item = ArticleListItem');
    expect(text).toContain('    field: Literal["title"] = UNSET');
  });

  test('may name a column that no item shows', async () => {
    const text = await generatedFile(list({ filters: { fields: ['title', body] } }), schemas);
    expect(text).toContain('class ArticleFilterItem(ArticleListItem):');
    expect(text).toContain('    item = ArticleFilterItem');
    expect(text).toContain('    field: Literal["title", "body"] = UNSET');
  });

  test('needs its type where no model tells it, and says so', async () => {
    expect(await problems(list({ filters: { fields: ['body'] } }))).toEqual([
      "resources[0].operations[1].filters.fields[0]: 'body' is not one of the operation's fields: title (Add it to 'fields', or write { name: 'body', type: 'str' } to name it without showing it.)",
    ]);
  });

  test('has one type everywhere', async () => {
    const options = { filters: { fields: [{ ...body, name: 'title', type: 'int' }] } };
    expect(await problems(list(options))).toEqual([
      "resources[0].operations[1].filters.fields[0].type: found 'int', expected 'str', as elsewhere in this list",
    ]);
  });
});

test('"ordering: fields (list of names), default (field name)" may name columns that no item shows', async () => {
  const ordering = { fields: ['title', body], default: 'body', default_dir: 'desc' };
  const files = await generated(list({ ordering }));
  expect(files[schemas]).toContain('    BODY = "body"');
  expect(files[routes]).toContain('        "body",\n        "desc",');
  const wrong = { fields: [{ name: 'body', type: 'json' }] };
  expect(await problems(list({ ordering: wrong }))).toEqual([
    "resources[0].operations[1].ordering.fields[0]: 'body' is a json, which has no order",
  ]);
});

test('"cursor_field (default: the resource\'s pk name)" may be a column that no item shows', async () => {
  const pages = async (options: object) =>
    generatedFile(list({ pagination: { mode: 'keyset', ...options } }), routes);
  expect(await pages({})).toContain('        cursor_field="id",');
  const hidden = await pages({ cursor_field: { name: 'made_at', type: 'datetime' } });
  expect(hidden).toContain('        cursor_field="made_at",');
});

describe('"exclude_paths: list of paths that need no authentication"', () => {
  const secured = (...exclude_paths: string[]) => {
    const auth = { verify_credentials_fn: 'blog.auth.verify', exclude_paths };
    const operations = [get, { name: 'update', fields: [title] }, 'delete'];
    const action = { name: 'publish', fn: 'blog.actions.publish' };
    const create = { name: 'create', fields: [title] };
    return blog({ generate_tests: true, operations: [...operations, create, action] }, { auth });
  };
  /** The handlers that ask for a user. */
  const closed = async (...paths: string[]) => {
    const text = await generatedFile(secured(...paths), routes);
    const handlers = text.split('async def ').slice(1);
    return handlers
      .filter((handler) => handler.includes('current_user'))
      .map((each) => each.split('_')[0]);
  };

  test('opens a generated route with its method', async () => {
    expect(await closed()).toEqual(['get', 'create', 'update', 'delete', 'publish']);
    expect(await closed('GET /articles/{pk}')).toEqual(['create', 'update', 'delete', 'publish']);
    expect(await notices(secured('GET /articles/{pk}', 'POST /articles'))).toEqual([]);
  });

  test('expects so in the generated tests', async () => {
    const tests = async (...paths: string[]) =>
      generatedFile(secured(...paths), 'blog/tests/test_article.py');
    const route = '"blog_article_get": ("GET", "/articles/{pk}", ';
    expect(await tests()).toContain(`${route}{200, 401, 404})`);
    expect(await tests('GET /articles/{pk}')).toContain(`${route}{200, 404})`);
  });

  test('opens all methods of a path without one, and names those that write', async () => {
    expect(await closed('/articles/{pk}')).toEqual(['create', 'publish']);
    expect(await notices(secured('/articles/{pk}', '/articles'))).toEqual([
      "exclude_paths: '/articles/{pk}' opens writing to everybody: PATCH /articles/{pk}, DELETE /articles/{pk}; a method before the path opens that alone",
      "exclude_paths: '/articles' opens writing to everybody: POST /articles; a method before the path opens that alone",
    ]);
  });

  test('opens no route that needs a user for access', async () => {
    const config = (access: object) =>
      blog(
        { access, operations: [get, 'delete'] },
        {
          auth: {
            verify_credentials_fn: 'blog.auth.verify',
            claims: { firm: 'int' },
            exclude_paths: ['/articles/{pk}'],
          },
        },
      );
    const fix = "Remove its path from 'exclude_paths' in auth, or let a rule allow it to 'anyone'.";
    const told = ['get', 'delete'].map(
      (name, index) =>
        `resources[0].operations[${index}]: the route '${name}' needs no user, but 'access' requires one (${fix})`,
    );
    const tenant = { firm_id: { user: 'firm' } };
    const rules = [{ allow: '*', to: 'anyone' }];
    expect(await problems(config({ tenant }))).toEqual(told);
    expect(await problems(config({ tenant, rules }))).toEqual(told);
    expect(await notices(config({ rules }))).toEqual([
      "exclude_paths: '/articles/{pk}' opens writing to everybody: DELETE /articles/{pk}; a method before the path opens that alone",
    ]);
  });

  test("tells a path with variables that no route has; a plain one may be the application's", async () => {
    expect(await notices(secured('/article/{pk}', 'PUT /articles/{pk}', '/health'))).toEqual([
      "exclude_paths: '/article/{pk}' is not a generated route (Did you mean '/articles/{pk}'?)",
      "exclude_paths: 'PUT /articles/{pk}' is not a generated route (It has GET, PATCH, DELETE.)",
    ]);
  });
});

describe('"package_prefix: dotted prefix for generated import paths and the on-disk directory prefix"', () => {
  const prefixed = (package_prefix: string) => blog({}, { package_prefix });

  test.each([
    ['_generated', 'src/_generated'],
    ['app.api', 'services/app/api'],
    ['', 'anywhere'],
  ])('is told nothing of %j in %s', async (prefix, out) => {
    expect(await notices(prefixed(prefix), out)).toEqual([]);
  });

  test('in a directory that does not end in it: what the files call each other, and what to set', async () => {
    expect(await notices(prefixed('_generated'), 'src/api')).toEqual([
      "the files import each other as '_generated.…', and the output directory is src/api: set package_prefix to its name as a package, such as 'src.api', or write to a path that ends in _generated",
    ]);
  });
});

test('a resource without operations is told of', async () => {
  const config = { version: '1', module: 'blog', resources: [{ model: 'blog.models.Article' }] };
  expect(await notices(config)).toEqual([
    "Article: it has no operations, so the API has no routes for it; add them, such as operations: ['get', 'list']",
  ]);
});

test('"databases: list of database configs": an empty one is none configured', async () => {
  expect(await generated(blog({}, { databases: [] }))).toEqual(await generated(blog()));
});

test('"option keys are validated by the operation\'s option model when the config is loaded"', async () => {
  const config = blog({ operations: [{ ...get, feilds: [] }] });
  expect(await problems(config)).toEqual([
    "resources[0].operations[0].feilds: unknown key (Did you mean 'fields'?)",
  ]);
});

test('"Top-level auth, databases and operations are merged into each app config": null turns auth off', async () => {
  const auth = { get_current_user_fn: 'blog.auth.user' };
  const app = (own: object) => ({
    version: '1',
    auth,
    apps: [{ config: { ...blog(), ...own } }],
  });
  const text = async (own: object) => (await generated(app(own)))[routes];
  expect(await text({})).toContain('current_user');
  expect(await text({ auth: null })).not.toContain('current_user');
  expect(await text({ databases: null, operations: null })).toEqual(await text({}));
});

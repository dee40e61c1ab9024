import { evaluate } from '@rowhouse/jsonnet';
import { describe, expect, test } from 'vitest';

import { blog, generated, generatedFile, id, title } from './support.js';

const get = { name: 'get', fields: [id, title] };
const crud = [
  get,
  { name: 'list', fields: [id, title], filters: {}, pagination: { mode: 'keyset' } },
  { name: 'create', fields: [title] },
  { name: 'update', fields: [title] },
  'delete',
];
const auth = { verify_credentials_fn: 'blog.auth.verify' };

describe('the files', () => {
  test('of the smallest config', async () => {
    const files = Object.keys(await generated(blog()));
    expect(files.filter((file) => !file.startsWith('runtime/')).sort()).toEqual([
      '__init__.py',
      'blog/__init__.py',
      'blog/routes/__init__.py',
      'blog/routes/article.py',
      'blog/schemas/__init__.py',
      'blog/schemas/article.py',
      'blog/serializers/__init__.py',
      'blog/serializers/article.py',
      'db/__init__.py',
      'db/session.py',
      'routes/__init__.py',
    ]);
  });

  test('of auth, only when it is configured; the router only for the token flow', async () => {
    const authFiles = async (block?: object) =>
      Object.keys(await generated(blog({}, block && { auth: block }))).filter((file) =>
        file.startsWith('auth/'),
      );
    expect(await authFiles()).toEqual([]);
    expect((await authFiles(auth)).sort()).toEqual([
      'auth/__init__.py',
      'auth/dependencies.py',
      'auth/router.py',
    ]);
    expect((await authFiles({ get_current_user_fn: 'blog.auth.user' })).sort()).toEqual([
      'auth/__init__.py',
      'auth/dependencies.py',
    ]);
  });

  test('of databases, one a key', async () => {
    const databases = [
      { key: 'main', url_env: 'MAIN', default: true },
      { key: 'other', url_env: 'OTHER', pool_recycle: 60 },
    ];
    const files = await generated(blog({ db_key: 'other' }, { databases }));
    expect(Object.keys(files).filter((file) => file.startsWith('db/'))).toEqual([
      'db/__init__.py',
      'db/main_session.py',
      'db/other_session.py',
    ]);
    expect(files['db/other_session.py']).toContain('pool_recycle=60,');
    expect(files['blog/routes/article.py']).toContain('db: OtherDb,');
  });

  test('of a resource without handlers: none, and the app is not mounted', async () => {
    const files = await generated(blog({ operations: [] }));
    expect(Object.keys(files).filter((file) => file.startsWith('blog/'))).toEqual([]);
    expect(files['routes/__init__.py']).not.toContain('blog');
  });

  test('of tests, only when they are asked for', async () => {
    const tests = async (resource: object) =>
      Object.keys(await generated(blog({ operations: crud, ...resource }))).filter((file) =>
        file.startsWith('blog/tests/'),
      );
    expect(await tests({})).toEqual([]);
    expect((await tests({ generate_tests: true })).sort()).toEqual([
      'blog/tests/__init__.py',
      'blog/tests/conftest.py',
      'blog/tests/test_article.py',
    ]);
  });

  test("leave a package of the user's alone where there is no prefix", async () => {
    const own = await generated(blog({}, { package_prefix: '' }));
    expect(Object.keys(own)).not.toContain('blog/__init__.py');
    const other = await generated(blog({ model: 'shop.Article' }, { package_prefix: '' }));
    expect(Object.keys(other)).toContain('blog/__init__.py');
    expect(Object.keys(other)).not.toContain('__init__.py');
  });
});

describe('the routes', () => {
  test('of every operation, none of them GET for a list', async () => {
    const operations = [
      ...crud,
      { name: 'publish', fn: 'blog.actions.publish' },
      { name: 'count', fn: 'blog.actions.count', on: 'collection' },
    ];
    const source = await generatedFile(blog({ operations }), 'blog/routes/article.py');
    const routes = [...source.matchAll(/^@router\.(\w+)\(\n {4}"(.*)",$/gm)];
    expect(routes.map(([, method, path]) => `${method!.toUpperCase()} ${path}`)).toEqual([
      'GET /{pk}',
      'POST /search',
      'POST ',
      'POST /',
      'PATCH /{pk}',
      'DELETE /{pk}',
      'POST /{pk}/publish',
      'POST /count',
    ]);
  });

  test('apply filters, ordering and pagination each only when configured', async () => {
    const list = async (options: object) => {
      const operations = [get, { name: 'list', fields: [id, title], ...options }];
      const files = await generated(blog({ operations }));
      const source = files['blog/routes/article.py']! + files['blog/schemas/article.py']!;
      return [
        'apply_filters',
        'apply_ordering',
        'keyset_order',
        'apply_offset',
        'SearchRequest',
      ].filter((name) => source.includes(name));
    };
    const ordering = { fields: ['title'] };
    expect(await list({})).toEqual([]);
    expect(await list({ filters: {} })).toEqual(['apply_filters', 'SearchRequest']);
    expect(await list({ ordering })).toEqual(['apply_ordering', 'SearchRequest']);
    expect(await list({ pagination: { mode: 'keyset' } })).toEqual([
      'keyset_order',
      'SearchRequest',
    ]);
    expect(await list({ filters: {}, ordering, pagination: { mode: 'offset' } })).toEqual([
      'apply_filters',
      'apply_ordering',
      'apply_offset',
      'SearchRequest',
    ]);
  });

  test('need a user where auth, the resource and the entry say so', async () => {
    const guarded = async (resource: object, entry: object = {}) => {
      const operations = [{ ...get, ...entry }];
      const config = blog({ operations, generate_tests: true, ...resource }, { auth });
      const files = await generated(config);
      const route = files['blog/routes/article.py']!.includes('current_user: CurrentUser');
      const tested = files['blog/tests/test_article.py']!.includes('status_code == 401');
      expect(tested).toBe(route);
      return route;
    };
    expect(await guarded({})).toBe(true);
    expect(await guarded({ require_auth: false })).toBe(false);
    expect(await guarded({ require_auth: false }, { require_auth: true })).toBe(true);
    expect(await guarded({}, { require_auth: false })).toBe(false);
  });

  test('are mounted at the prefixes of their apps', async () => {
    const source = await generatedFile(
      { version: '1', apps: [{ prefix: '/v1', config: blog() }] },
      'routes/__init__.py',
    );
    expect(source).toContain('router.include_router(blog_router, prefix="/v1")');
  });
});

test('an app inherits the top blocks, and overrides them with its own', async () => {
  const app = (module: string, more: object = {}) => ({
    prefix: `/${module}`,
    config: { module, resources: [{ model: `${module}.models.Article` }], ...more },
  });
  const files = await generated({
    version: '1',
    auth,
    databases: [{ key: 'main', url_env: 'MAIN' }],
    operations: [get],
    apps: [
      app('one'),
      app('two', { auth: { get_current_user_fn: 'two.auth.user' } }),
      app('three', {
        auth: null,
        databases: [{ key: 'own', url_env: 'OWN' }],
        operations: ['delete'],
      }),
    ],
  });
  const [one, two, three] = ['one', 'two', 'three'].map(
    (module) => files[`${module}/routes/article.py`]!,
  );
  expect(one).toContain('from _generated.auth.dependencies import CurrentUser');
  expect(one).toContain('from _generated.db.main_session import MainDb');
  expect(two).toContain('from _generated.two.auth.dependencies import CurrentUser');
  expect(three).not.toContain('CurrentUser');
  expect(three).toContain('from _generated.db.own_session import OwnDb');
  expect(three).toContain('async def delete_article(');
  expect(three).not.toContain('async def get_article(');
});

test('names that hide each other are kept apart', async () => {
  const operations = [
    {
      name: 'get',
      fields: [
        { name: 'uuid', type: 'uuid' },
        { name: 'datetime', type: 'datetime' },
        { name: 'date', type: 'date' },
        { name: 'str', type: 'str' },
        { name: 'Any', type: 'json' },
      ],
    },
    { name: 'delete', fn: 'blog.actions.delete' },
    'delete',
  ];
  const files = await generated(blog({ model: 'blog.models.APIRouter', operations }));
  expect(files['blog/schemas/api_router.py']).toContain(
    [
      '    uuid: _uuid.UUID',
      '    datetime: _datetime.datetime',
      '    date: _datetime.date',
      '    str: builtins.str',
      '    Any: dict[builtins.str, _Any]',
    ].join('\n'),
  );
  const routes = files['blog/routes/api_router.py']!;
  expect(routes.match(/import .*APIRouter.*/g)).toEqual([
    'import APIRouter as _APIRouter',
    'import APIRouterResource',
    'import APIRouter',
  ]);
  expect(routes).toContain('async def delete_api_router(');
  expect(routes).toContain('async def delete_action_api_router(');
});

test("an action's function is called whatever it is named", async () => {
  const names = ['article', 'body', 'current_user', 'db', 'pk', 'request', 'result'];
  const routes = await generatedFile(
    blog({
      operations: names.map((name) => ({
        name: `run_${name}`,
        fn: `blog.actions.${name}`,
        params: [title],
        returns: [title],
      })),
    }),
    'blog/routes/article.py',
  );
  for (const name of names) {
    expect(routes).toContain(`from blog.actions import ${name} as _${name}\n`);
    expect(routes).toContain(`_${name}(article, db=db, body=body)`);
  }
});

test('the same config gives the same bytes, whatever the order of its keys', async () => {
  const config = blog(
    {
      operations: [...crud, { name: 'publish', fn: 'blog.actions.publish', params: [title] }],
      generate_tests: true,
    },
    { auth, databases: [{ key: 'main', url_env: 'MAIN', echo: true }] },
  );
  const first = await generated(config);
  expect(await generated(config)).toEqual(first);
  expect(await generated(reversed(config))).toEqual(first);
  expect(Object.values(first).join('')).not.toMatch(/\/tmp\/|\b20\d\d-\d\d-\d\d\b/);
});

test('what a program uses in several places is written as if each had its own', async () => {
  // In `Hiding`, a field hides the type of another: the same field is written in two ways.
  const program = `
    local at = { name: 'at', type: 'datetime' }, price = { name: 'price', type: 'decimal', default: '9.90' };
    local fields = [at, price, { name: 'data', type: 'bytes', alias: 'raw' }];
    local hiding = [{ name: 'datetime', type: 'str' }, { name: 'Annotated', type: 'int' }] + fields;
    local operations(fields) = [
      { name: 'get', fields: fields },
      { name: 'create', fields: fields },
      { name: 'update', fields: fields },
      { name: 'move', fn: 'shop.move', params: fields, returns: fields },
    ];
    local resource(model, fields) = { model: 'shop.models.' + model, operations: operations(fields) };
    {
      version: '1',
      apps: [
        { prefix: '/a', config: { module: 'a', resources: [resource('Plain', fields), resource('Hiding', hiding)] } },
        { prefix: '/b', config: { module: 'b', resources: [resource('Hiding', hiding), resource('Plain', fields)] } },
      ],
    }`;
  const { value } = evaluate(program, { filename: 'shared.jsonnet' });
  const files = await generated(program);
  expect(files).toEqual(await generated(JSON.parse(JSON.stringify(value)) as object));
  expect(files['a/schemas/plain.py']).toContain('    at: datetime.datetime\n');
  expect(files['a/schemas/hiding.py']).toContain('    at: _datetime.datetime\n');
});

/** The same value, the keys of its objects in the other order. */
function reversed<Value>(value: Value): Value {
  if (Array.isArray(value)) return value.map(reversed) as Value;
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).reverse();
  return Object.fromEntries(entries.map(([key, item]) => [key, reversed(item)])) as Value;
}

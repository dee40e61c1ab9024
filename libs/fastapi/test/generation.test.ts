import { evaluate } from '@rowhouse/jsonnet';
import { checkDialect } from '@rowhouse/python';
import { describe, expect, test } from 'vitest';

import { bodyParameter, fastapi, keyParameters, keyPath, route, routeTests } from '../src/index.js';
import { blog, generated, generatedFile, id, plugin, problems, title } from './support.js';

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

  test('of the runtime, those that the generated files import', async () => {
    const runtime = async (operations: readonly unknown[], more: object = {}) =>
      Object.keys(await generated(blog({ operations, ...more })))
        .filter((file) => /^runtime\//.test(file))
        .map((file) => file.slice('runtime/'.length, -'.py'.length));
    const deleting = await runtime(['delete']);
    expect(deleting).toContain('queries');
    for (const name of ['filters', 'cursors', 'keyset', 'tokens', 'pagination', 'actions']) {
      expect(deleting).not.toContain(name);
    }
    const listing = await runtime(crud);
    expect(listing).toEqual(expect.arrayContaining(['keyset', 'cursors', 'filters', 'ordering']));
  });

  test('of the package that tests call, none, or all where the config wants a copy', async () => {
    const tested = { operations: crud, generate_tests: true };
    const installed = await generated(blog(tested));
    expect(Object.keys(installed).filter((file) => file.includes('rowhouse_testing'))).toEqual([]);
    const conftest = 'blog/tests/conftest.py';
    expect(installed[conftest]).toContain('\nfrom rowhouse_testing import (');
    const copied = await generated(blog(tested, { testing: 'copy' }));
    expect(Object.keys(copied)).toContain('rowhouse_testing/rows.py');
    expect(copied[conftest]).toContain('\nfrom _generated.rowhouse_testing import (');
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
      const tested = files['blog/tests/test_article.py']!.includes('{200, 401, 404}');
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
      '    uuid: uuid_.UUID',
      '    datetime: datetime_.datetime',
      '    date: datetime_.date',
      '    str: builtins.str',
      '    Any: StoredJson[dict[builtins.str, Any_]]',
    ].join('\n'),
  );
  const routes = files['blog/routes/api_router.py']!;
  expect(routes.match(/import .*APIRouter.*/g)).toEqual([
    'import APIRouter',
    'import APIRouterResource',
    'import APIRouter as APIRouterModel',
  ]);
  expect(routes).toContain('async def delete_api_router(');
  expect(routes).toContain('async def delete_action_api_router(');
});

test('a key of several columns is said for models that are not read', async () => {
  const key = { pk: ['year', 'db'], pk_type: ['int', 'str'] };
  const operations = [
    { name: 'create', fields: [title] },
    'delete',
    { name: 'close', fn: 'blog.actions.close' },
  ];
  const files = await generated(blog({ ...key, operations, generate_tests: true }));
  const routes = files['blog/routes/article.py']!;
  expect(routes.match(/"\/\{.*"/g)).toEqual(['"/{year}/{db_key}"', '"/{year}/{db_key}/close"']);
  expect(routes).toContain('    year: IntKey,\n    db_key: StrKey,\n    db: Db,\n');
  expect(routes).toContain('location(request, article.year, article.db)');
  expect(files['blog/schemas/article.py']).toContain('    year: int\n    db: str\n');
  expect(files['blog/tests/test_article.py']).toContain(
    'return Resource(api, Article, "/articles", FIELDS, key=["year", "db"])',
  );
});

test('defaults of ranges', async () => {
  const range = (type: string, initial: object, more = {}) => ({
    name: type.replace(/\W/g, ''),
    type,
    default: initial,
    ...more,
  });
  const fields = [
    range('range[int]', { lower: 1, upper: 10 }),
    range('range[decimal]', { upper: 9.9 }),
    range('range[date]', { lower: '2030-01-31' }),
    range('range[datetime]', { lower: '2030-01-31T12:00:00' }, { timezone: false }),
  ];
  const operations = [{ name: 'create', fields }];
  const files = await generated(blog({ operations, generate_tests: true }));
  const schemas = files['blog/schemas/article.py']!;
  expect(schemas.match(/postgresql\.Range\([^)]+/g)).toMatchInlineSnapshot(`
    [
      "postgresql.Range(1, 10",
      "postgresql.Range(
            None, decimal.Decimal("9.9"",
      "postgresql.Range(
            datetime.date.fromisoformat("2030-01-31"",
      "postgresql.Range(datetime.datetime.fromisoformat("2030-01-31T12:00:00"",
    ]
  `);
  const tests = files['blog/tests/test_article.py']!.replace(/\s+/g, ' ');
  expect(tests).toContain(
    '"rangedecimal": { "lower": None, "upper": 9.9, "bounds": "()", "empty": False, }',
  );
});

test.each([
  ['range[int]', [1, 2]],
  ['range[int]', { lower: 2, upper: 1 }],
  ['range[int]', { lower: 1, upper: 1 }],
  ['range[int]', { lower: 1.5 }],
  ['range[decimal]', { lower: '10', upper: '9' }],
  ['range[date]', { lower: '2030-02-30' }],
  ['range[date]', { from: '2030-01-31' }],
  ['range[datetime]', { lower: '2030-01-31T12:00:00Z', upper: '2030-01-31T12:00:00+01:00' }],
])('a default of %s is no %j', async (type, initial) => {
  const field = { name: 'a', type, default: initial };
  const [problem] = await problems(blog({ operations: [{ name: 'create', fields: [field] }] }));
  expect(problem).toContain('expected a range such as');
});

describe('examples', () => {
  test('of fields are written in JSON, where the config has some', async () => {
    const spec = (type: string, example: unknown) => ({ name: type, type, example });
    const fields = [
      spec('str', 'One'),
      spec('timedelta', 90),
      spec('bytes', 'ab'),
      { name: 'local', type: 'datetime', timezone: false },
      { name: 'days', type: 'list[timedelta]', example: [-60], max_length: 3 },
      title,
    ];
    const schemas = await generatedFile(
      blog({ operations: [get, { name: 'create', fields }] }),
      'blog/schemas/article.py',
    );
    const request = schemas.slice(schemas.indexOf('class ArticleCreateRequest'));
    expect(request.match(/examples=.*?\](?=[,)])/g)).toEqual([
      'examples=["One"]',
      'examples=["PT90S"]',
      'examples=["YWI="]',
      'examples=["2030-01-31T12:00:00"]',
      'examples=[["-PT60S"]]',
    ]);
  });

  test('of a search: a filter by what has an example, else by anything but the key', async () => {
    const filterOf = async (fields: readonly object[]) => {
      const list = { name: 'list', fields, filters: {} };
      const schemas = await generatedFile(
        blog({ operations: [get, list] }),
        'blog/schemas/article.py',
      );
      return /examples=\[ ?(\{.*?\}) ?\]/.exec(schemas.replace(/\s+/g, ' '))?.[1];
    };
    const kind = { name: 'kind', type: 'str', enum: ['news', 'essay'] };
    expect(await filterOf([id, kind, title])).toContain(
      '"field": "kind", "op": "eq", "value": "news"',
    );
    expect(await filterOf([id, kind, { ...title, example: 'One' }])).toContain('"value": "One"');
    expect(await filterOf([id])).toContain('"field": "id"');
    const own = { name: 'own', type: 'str', class: 'blog.models.Own' };
    expect(await filterOf([own])).toBeUndefined();
  });

  test("of a key: the operation's, else the resource's, else those of the runtime", async () => {
    const key = { pk: ['a', 'b'], pk_type: ['int', 'str'] };
    const operations = ['delete', { name: 'close', fn: 'a.b', pk_example: [2, 'two'] }];
    const read = async (config: object) =>
      (
        await generatedFile(blog({ ...key, operations, ...config }), 'blog/routes/article.py')
      ).match(/^ {4}[ab]: .*/gm);
    const close = [
      '    a: Annotated[IntKey, key_example(2)],',
      '    b: Annotated[StrKey, key_example("two")],',
    ];
    expect(await read({})).toEqual(['    a: IntKey,', '    b: StrKey,', ...close]);
    expect(await read({ pk_example: [1, 'one'] })).toEqual([
      '    a: Annotated[IntKey, key_example(1)],',
      '    b: Annotated[StrKey, key_example("one")],',
      ...close,
    ]);
  });
});

describe("a key with the tenant's column", () => {
  const claims = { sub: 'uuid', shop_id: 'int' };
  const read = async (pk: string[], pk_example: unknown, file: string) =>
    generatedFile(
      {
        ...blog({
          pk,
          pk_type: 'int',
          pk_example,
          access: { tenant: { shop_id: { user: 'shop_id' } } },
          operations: [{ name: 'get', fields: [id] }, 'delete', { name: 'close', fn: 'a.b' }],
        }),
        auth: { verify_credentials_fn: 'blog.auth.verify', claims },
      },
      file,
    );

  test('leaves it out of paths, examples and statements', async () => {
    const routes = await read(['shop_id', 'number'], 7, 'blog/routes/article.py');
    expect(routes.match(/^ {4}"\/.*",$/gm)).toEqual([
      '    "/{pk}",',
      '    "/{pk}",',
      '    "/{pk}/close",',
    ]);
    expect(routes).toContain('    pk: Annotated[IntKey, key_example(7)],');
    expect(routes).toContain('Article.number == bindparam("pk")');
    expect(routes).not.toContain('shop_id');
  });

  test('leaves the others in their order', async () => {
    const routes = await read(['year', 'shop_id', 'number'], [1, 2], 'blog/routes/article.py');
    expect(routes).toContain('    "/{year}/{number}/close",');
  });

  test('keeps it where there is no other', async () => {
    const routes = await read(['shop_id'], 7, 'blog/routes/article.py');
    expect(routes).toContain('Article.shop_id == bindparam("pk")');
  });
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
  const called = (name: string) => routes.match(new RegExp(`\\b(${name}_?)\\(article_, `))?.[1];
  expect(names.map(called)).toEqual([
    'article',
    'body_',
    'current_user',
    'db_',
    'pk_',
    'request',
    'result',
  ]);
  expect(routes).toContain('from blog.actions import article, current_user, request, result\n');
  expect(routes).toContain('from blog.actions import body as body_\n');
});

test('functions of the project may be called like those of SQLAlchemy, also where rules are asked', async () => {
  const fields = [title];
  const routes = await generatedFile(
    blog(
      {
        access: { owner: { owner_id: { user: 'sub' } } },
        operations: [
          { name: 'get', fields: [id, title] },
          {
            name: 'create',
            fields,
            before: { fn: 'blog.hooks.insert' },
            after: { fn: 'blog.hooks.select' },
          },
          {
            name: 'update',
            fields,
            handler: { fn: 'blog.overrides.update', takes: { values: 'required' } },
          },
          { name: 'delete', before: { fn: 'blog.hooks.delete' } },
          { name: 'send', fn: 'blog.actions.text', takes: {} },
        ],
      },
      { auth: { verify_credentials_fn: 'blog.auth.verify', claims: { sub: 'uuid' } } },
    ),
    'blog/routes/article.py',
  );
  for (const call of ['insert(values)', 'update(article, values=values)', 'text(article)'])
    expect(routes).toContain(` ${call}`);
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
    local at = { name: 'at', type: 'date' }, price = { name: 'price', type: 'decimal', default: '9.90' };
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
  expect(files['a/schemas/plain.py']).toContain('    at: datetime.date = UNSET\n');
  expect(files['a/schemas/hiding.py']).toContain('    at: datetime_.date = UNSET\n');
});

test('templates keep to the Python that is laid out', async () => {
  const operations = [
    ...crud,
    { name: 'publish', fn: 'blog.actions.publish', params: [title], returns: [title] },
    { name: 'count', fn: 'blog.actions.count', on: 'collection' },
  ];
  for (const more of [{}, { auth }, { auth: { get_current_user_fn: 'blog.auth.user' } }]) {
    const files = await generated(blog({ operations, generate_tests: true }, more));
    for (const [file, text] of Object.entries(files)) {
      // The runtime is not made of templates.
      if (!file.startsWith('runtime/')) expect([file, checkDialect(text)]).toEqual([file, []]);
    }
  }
});

test("a rule's function is called by its module, which may import the rules itself", async () => {
  const rule = (path: string) => ({ rules: [{ allow: '*', where_fn: path }] });
  const called = async (path: string) => {
    const config = blog({ access: rule(path) }, { auth: { ...auth, claims: { sub: 'uuid' } } });
    return (await generated(config))['blog/access/article.py']!;
  };
  expect(await called('blog.rows.visible')).toMatch(
    /^from blog import rows$[^]*rows\.visible\(user\)/m,
  );
  expect(await called('rows.visible')).toMatch(/^import rows$[^]*rows\.visible\(user\)/m);
});

test('an operation that no entry asks for changes no byte', async () => {
  const config = blog({ operations: crud, generate_tests: true }, { auth });
  const idle = fastapi.operation({
    name: 'idle',
    scope: 'resource',
    after: ['delete', 'get'],
    build: () => [],
  });
  const others = [{ package: 'first', operations: [idle] }, plugin];
  expect(await generated(config, others)).toEqual(await generated(config));
});

test('somebody lacks each claim that may be missing, where a rule asks for it', async () => {
  const shown = (attribute: string) => ({ author_id: { user: attribute } });
  const config = (fields: readonly string[]) =>
    blog(
      {
        operations: [{ name: 'get', fields: [id, { name: 'author_id', type: 'uuid' }] }],
        generate_tests: true,
        access: {
          owner: shown('sub'),
          rules: [
            { allow: ['get'], where: shown('boss') },
            { allow: ['get'], where: { parent_id: { user: 'group' } } },
          ].slice(0, fields.length),
        },
      },
      { auth: { ...auth, claims: { sub: 'uuid', boss: 'uuid | None', group: 'str | None' } } },
    );
  const tests = async (...fields: readonly string[]) =>
    (await generated(config(fields)))['blog/tests/test_article.py']!;
  const both = await tests('author_id', 'parent_id');
  for (const name of ['boss', 'group']) expect(both).toContain(`("without ${name}", {`);
  expect(await tests('author_id')).not.toContain('without group');
});

test('a part of a rule is tried with rows that no other rule shows, however many fields those ask for', async () => {
  const is = (...fields: readonly string[]) => ({
    allow: ['get'],
    where: Object.fromEntries(fields.map((field) => [field, 'x'])),
  });
  const config = blog(
    {
      operations: [{ name: 'get', fields: [id] }],
      generate_tests: true,
      access: { rules: [is('a'), is('b'), is('c', 'd', 'e')] },
    },
    { auth: { ...auth, claims: { sub: 'uuid' } } },
  );
  const tests = (await generated(config))['blog/tests/test_article.py']!;
  const cells = [...tests.matchAll(/"user",\s*\{([^}]*)\}/g)].map(([, row]) =>
    row!.replace(/\s+/g, ' '),
  );
  expect(cells.join('\n')).toMatch(
    /"a": Other\("x"\), "b": Other\("x"\), "c": "x", "d": (None|Other\("x"\)), "e": "x"/,
  );
});

test('an attribute of a class that stands beside true has that value', async () => {
  const config = blog(
    {
      operations: [{ name: 'get', fields: [id] }],
      generate_tests: true,
      access: {
        rules: [
          { allow: ['get'], where: { is_internal: { user: 'is_staff' } } },
          { allow: ['get'], to: { role: 'lead' }, where: { is_internal: true } },
        ],
      },
    },
    { auth: { get_current_user_fn: 'blog.auth.member', current_user_type: 'blog.auth.Member' } },
  );
  const tests = (await generated(config))['blog/tests/test_article.py']!;
  expect(tests).toMatch(/"user",\s*\{"is_internal": True\},\s*\{200: "get"\}/);
});

test('each operation that makes rows asks a rule of its own', async () => {
  const copy = fastapi.operation({
    name: 'copy',
    scope: 'resource',
    scopes: ['INSERT'],
    requires: ['create'],
    *build(context) {
      yield route(context, {
        method: 'post',
        path: '/copy',
        handler: 'copy_article',
        template: 'create/route.py.ejs',
        status: 201,
        summary: 'Copies an article.',
        parameters: [
          bodyParameter(context.schema('CreateRequest')),
          { name: 'request', annotation: 'Request' },
          { name: 'response', annotation: 'Response' },
        ],
        returns: context.schema('Resource'),
        errors: [],
        requireAuth: undefined,
        rows: 'made',
        variables: { readable: true, serializers: context.serializers.module },
      });
    },
  });
  const allow = (operation: string, status: string) => ({ allow: [operation], where: { status } });
  const rules = [{ allow: ['get'] }, allow('create', 'draft'), allow('copy', 'published')];
  const fields = [title, { name: 'status', type: 'str' }];
  const config = blog(
    {
      operations: [{ name: 'get', fields: [id, ...fields] }, { name: 'create', fields }, 'copy'],
      generate_tests: true,
      access: { rules: rules.map((rule) => ({ ...rule, to: 'anyone' })) },
    },
    { auth: { ...auth, claims: { sub: 'uuid' } } },
  );
  const files = await generated(config, [plugin, { package: 'copies', operations: [copy] }]);
  const rulesOf = (name: string) =>
    new RegExp(`def ${name}\\([^]*?return (.*)`).exec(files['blog/access/article.py']!)?.[1];
  expect(rulesOf('creatable')).toContain('"draft"');
  expect(rulesOf('may_copy')).toContain('"published"');
  const [, routeOfCopy] = files['blog/routes/article.py']!.split('async def copy_article(');
  expect(routeOfCopy).toContain('may=may_copy(current_user)');
});

test('an operation that tells of rows tells of visible ones alone, whatever its own rule', async () => {
  const total = fastapi.operation({
    name: 'total',
    scope: 'resource',
    scopes: ['_LIST'],
    requires: ['list'],
    *build(context) {
      yield route(context, {
        method: 'post',
        path: '/total',
        handler: 'total_articles',
        template: 'list/route.py.ejs',
        summary: 'Lists articles once more.',
        parameters: [],
        returns: `list[${context.schema('ListItem')}]`,
        errors: [],
        requireAuth: undefined,
        rows: 'listed',
        statements: ['_LIST'],
        variables: {
          ...{ filters: undefined, ordering: undefined, pagination: undefined },
          serializers: context.serializers.module,
        },
      });
    },
  });
  const allow = (operations: string[], status: string) => ({
    allow: operations,
    where: { status },
  });
  const rules = [allow(['get', 'list'], 'published'), allow(['total'], 'draft')];
  const fields = [id, title, { name: 'status', type: 'str' }];
  const config = blog(
    { operations: [{ name: 'get', fields }, { name: 'list', fields }, 'total'], access: { rules } },
    { auth: { ...auth, claims: { sub: 'uuid' } } },
  );
  const files = await generated(config, [plugin, { package: 'totals', operations: [total] }]);
  expect(files['blog/access/article.py']).toMatch(
    /def may_total\([^]*?return and_\([^]*"published"[^]*"draft"/,
  );
  const [, routeOfTotal] = files['blog/routes/article.py']!.split('async def total_articles(');
  expect(routeOfTotal).toContain('may_total(current_user)');
});

test('access is tested of routes with the key anywhere in their path, but not with other variables', async () => {
  const find = (name: string, path: (key: string) => string) =>
    fastapi.operation({
      name,
      scope: 'resource',
      scopes: ['_SELECT'],
      requires: ['get'],
      *build(context) {
        yield route(context, {
          method: 'get',
          path: path(keyPath(context)),
          handler: `${name}_article`,
          template: 'get/route.py.ejs',
          summary: 'Finds an article.',
          parameters: keyParameters(context),
          returns: context.schema('Resource'),
          errors: [404],
          requireAuth: undefined,
          rows: 'found',
          statements: ['_SELECT'],
          variables: { serializers: context.serializers.module },
        });
        yield routeTests(context, 'delete/test.py.ejs');
      },
    });
  const operations = [
    find('exists', (key) => `/exists${key}`),
    find('preview', (key) => `/drafts${key}/preview`),
    find('page', (key) => `${key}/pages/{number}`),
  ];
  const config = blog(
    {
      operations: [{ name: 'get', fields: [id] }, 'exists', 'preview', 'page'],
      generate_tests: true,
      access: { owner: { author_id: { user: 'sub' } } },
    },
    { auth: { ...auth, claims: { sub: 'uuid' } } },
  );
  const files = await generated(config, [plugin, { package: 'finders', operations }]);
  const tests = files['blog/tests/test_article.py']!;
  expect(tests).toContain('Operation("get", "GET")');
  expect(tests).toContain('Operation("exists", "GET", start="/exists")');
  expect(tests).toContain('Operation("preview", "GET", start="/drafts", end="/preview")');
  expect(tests).not.toContain('Operation("page"');
});

test('a route may have further answers, headers and parameters with defaults', async () => {
  const upload = fastapi.operation({
    name: 'upload',
    scope: 'resource',
    *build(context) {
      const summary = 'Stores a file, or replaces it.';
      yield route(context, {
        method: 'put',
        path: `${keyPath(context)}/file`,
        handler: 'upload_file',
        template: 'get/route.py.ejs',
        status: 201,
        summary,
        parameters: [
          ...keyParameters(context),
          { name: 'dry_run', annotation: 'bool', default: 'False' },
        ],
        returns: context.schema('Resource'),
        errors: [404],
        requireAuth: undefined,
        statements: ['_SELECT'],
        rows: 'found',
        responses: [
          { status: 200, description: 'It was replaced.', model: 'ArticleResource' },
          { status: 201, description: 'It is new.', headers: { ETag: 'Its version.' } },
        ],
        variables: { serializers: context.serializers.module },
      });
    },
  });
  const plugins = [plugin, { package: 'uploads', operations: [upload] }];
  const files = await generated(blog({ operations: [get, 'upload'] }), plugins);
  expect(files['blog/routes/article.py']).toContain(
    [
      '@router.put(',
      '    "/{pk}/file",',
      '    operation_id="blog_article_upload",',
      '    status_code=201,',
      '    responses={',
      '        **error_responses(404),',
      '        200: {',
      '            "description": "It was replaced.",',
      '            "model": ArticleResource,',
      '            "headers": {},',
      '        },',
      '        201: {',
      '            "description": "It is new.",',
      '            "headers": {',
      '                "ETag": {"description": "Its version.", "schema": {"type": "string"}},',
      '            },',
      '        },',
      '    },',
      ')',
      'async def upload_file(',
      '    pk: UuidKey,',
      '    db: Db,',
      '    dry_run: bool = False,',
    ].join('\n'),
  );
});

test('a route comes before those of its resource that would answer its requests', async () => {
  const count = fastapi.operation({
    name: 'count',
    scope: 'resource',
    requires: ['list'],
    *build(context) {
      yield route(context, {
        method: 'get',
        path: '/count',
        handler: 'count_articles',
        template: 'action/route.py.ejs',
        summary: 'Counts the articles.',
        parameters: [],
        returns: 'int',
        errors: [],
        requireAuth: undefined,
        rows: 'none',
        variables: {
          fn: 'count',
          onInstance: false,
          lock: false,
          result: undefined,
          keywords: () => [],
        },
      });
    },
  });
  const plugins = [plugin, { package: 'counts', operations: [count] }];
  const list = { name: 'list', fields: [id] };
  const files = await generated(blog({ operations: ['delete', list, get, 'count'] }), plugins);
  const handlers = files['blog/routes/article.py']!.matchAll(/^async def (\w+)/gm);
  expect([...handlers].map(([, name]) => name)).toEqual([
    'count_articles',
    'get_article',
    'search_articles',
    'delete_article',
  ]);
});

/** The same value, the keys of its objects in the other order. */
function reversed<Value>(value: Value): Value {
  if (Array.isArray(value)) return value.map(reversed) as Value;
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).reverse();
  return Object.fromEntries(entries.map(([key, item]) => [key, reversed(item)])) as Value;
}

test('routers of the project stand before the generated ones, in their order', async () => {
  const config = blog({}, { routers: ['shop.extra.router', 'shop.extra.admin'] });
  const source = await generatedFile(config, 'blog/routes/__init__.py');
  expect(
    [...source.matchAll(/include_router\((?:answering_errors\()?(\w+)\)/g)].map(([, name]) => name),
  ).toEqual(['extra_router', 'admin', 'article_router']);
});

test('an app may have nothing but routers of the project', async () => {
  const config = { version: '1', module: 'blog', resources: [], routers: ['shop.extra.router'] };
  const source = await generatedFile(config, 'routes/__init__.py');
  expect(source).toContain('router.include_router(blog_router)');
});

import { describe, expect, test } from 'vitest';

import { blog, id, problems, title } from './support.js';

const get = { name: 'get', fields: [id, title] };
const field = (spec: object) => blog({ operations: [{ name: 'get', fields: [spec] }] });
const list = (options: object) =>
  blog({ operations: [get, { name: 'list', fields: [id, title], ...options }] });
const action = (entry: object, ...others: unknown[]) =>
  blog({ operations: [get, ...others, { fn: 'blog.actions.run', ...entry }] });
const databases = (...entries: object[]) => blog({}, { databases: entries });
const article = { model: 'blog.models.Article', operations: [] };

const inField = 'resources[0].operations[0].fields[0]';
const inList = 'resources[0].operations[1]';

/** A config, and the one problem that it has. */
type Case = readonly [what: string, config: object, problem: string];

const project: readonly Case[] = [
  [
    'an unknown version',
    { version: '2', module: 'a', resources: [] },
    "version: found '2', expected '1'",
  ],
  ['no module', { version: '1', resources: [] }, "module: missing, expected the app's module name"],
  [
    'a module with a hyphen',
    { version: '1', module: 'my-app', resources: [] },
    "module: found 'my-app': expected a Python name: ASCII letters, digits and _, not beginning with a digit (Did you mean 'my_app'?)",
  ],
  ['no resources', { version: '1', module: 'a' }, 'resources: missing, expected a list'],
  [
    'neither form',
    { version: '1' },
    "missing 'module' and 'resources', or 'apps' (Add module: '...' and resources: [...].)",
  ],
  [
    'a reserved module',
    { version: '1', module: 'db', resources: [] },
    "module: 'db' is the name of a generated package or module (Call it 'db_api', for example.)",
  ],
  [
    'two apps of one module',
    { version: '1', apps: [{ config: blog() }, { prefix: '/b', config: blog() }] },
    "apps[1].config.module: a second app with the module 'blog': the first is apps[0]",
  ],
  [
    'a package prefix inside an app',
    { version: '1', apps: [{ config: blog({}, { package_prefix: 'other' }) }] },
    "apps[0].config.package_prefix: found 'other', expected '_generated', as all apps share one package (Remove it here, or set package_prefix at the top.)",
  ],
  [
    'a package prefix that is no package',
    blog({}, { package_prefix: '../out' }),
    "package_prefix: found '../out': expected dotted Python names, such as 'app.generated' (To write to another directory, use --out.)",
  ],
];

const foreignNames: readonly Case[] = [
  ...[
    ['string', 'str'],
    ['text', 'str'],
    ['integer', 'int'],
    ['number', 'float'],
    ['boolean', 'bool'],
    ['timestamp', 'datetime'],
    ['date-time', 'datetime'],
    ['object', 'json'],
    ['list[text]', 'list[str]'],
  ].map(([foreign, meant]): Case => [
    foreign!,
    field({ name: 'a', type: foreign }),
    `${inField}.type: found '${foreign}', expected one of 'uuid', 'str', 'email', 'int', 'float', 'bool', 'datetime', 'date', 'json', 'decimal', 'time', 'timedelta', 'bytes', 'list[uuid]', 'list[str]', … 10 more (Did you mean '${meant}'?)`,
  ]),
  [
    'of a key',
    blog({ pk_type: 'integer' }),
    "resources[0].pk_type: found 'integer', expected one of 'uuid', 'int', 'str' (Did you mean 'int'?)",
  ],
  [
    'a bare name for a field',
    blog({ operations: [{ name: 'get', fields: ['id'] }] }),
    `${inField}: found 'id', expected an object (Write { name: 'id', type: 'uuid' }, with the field's type.)`,
  ],
];

const auth: readonly Case[] = [
  [
    'no credentials function',
    blog({}, { auth: {} }),
    "auth.verify_credentials_fn: missing, expected the dotted path of the function that checks credentials (Add it, such as 'app.auth.verify_credentials', or set get_current_user_fn.)",
  ],
  [
    'an algorithm that is not allowed',
    blog({}, { auth: { algorithm: 'none', get_current_user_fn: 'a.b' } }),
    "auth.algorithm: found 'none', expected one of 'HS256', 'HS384', 'HS512'",
  ],
  [
    'a token route that is no path',
    blog({}, { auth: { token_url: 'token', get_current_user_fn: 'a.b' } }),
    "auth.token_url: found 'token': expected a path such as '/auth/token': segments of letters, digits, '-', '.', '_' and '~', no slash at the end",
  ],
];

const database: readonly Case[] = [
  [
    'two databases of one key',
    databases({ key: 'a', url_env: 'A', default: true }, { key: 'a', url_env: 'B' }),
    "databases[1].key: a second database 'a': the first is databases[0]",
  ],
  [
    'two defaults',
    databases({ key: 'a', url_env: 'A', default: true }, { key: 'b', url_env: 'B', default: true }),
    "databases[1].default: a second default database: the first is databases[0], 'a' (Set default: true on one of them.)",
  ],
  [
    'no default',
    databases({ key: 'a', url_env: 'A' }, { key: 'b', url_env: 'B' }),
    'resources[0].db_key: missing: there are 2 databases (a, b) and none is the default (Set default: true on one of them, or add a db_key.)',
  ],
  [
    'an unknown key',
    blog({ db_key: 'mian' }, { databases: [{ key: 'main', url_env: 'A' }] }),
    "resources[0].db_key: found 'mian', expected the key of a database: main (Did you mean 'main'?)",
  ],
  [
    'a key without databases',
    blog({ db_key: 'main' }),
    "resources[0].db_key: found 'main', but no 'databases' are configured (Add {key: 'main', url_env: '...'} to 'databases'.)",
  ],
  [
    'one key for two databases',
    {
      version: '1',
      databases: [{ key: 'a', url_env: 'A' }],
      apps: [
        { config: { ...blog(), module: 'one' } },
        { prefix: '/b', config: blog({}, { databases: [{ key: 'a', url_env: 'B' }] }) },
      ],
    },
    "apps[1].config.databases[0].key: database 'a' has other settings than databases[0] (Give one of them another key, or share the settings.)",
  ],
];

const resource: readonly Case[] = [
  [
    'a model without a module',
    blog({ model: 'Article' }),
    "resources[0].model: found 'Article': expected a dotted path, such as 'blog.models.Article'",
  ],
  [
    'a keyword in a path',
    blog({ model: 'blog.class.Article' }),
    "resources[0].model: found 'blog.class.Article': 'class': a Python keyword cannot be a name",
  ],
  [
    'a model whose module would be a keyword',
    blog({ model: 'blog.models.Class' }),
    "resources[0].model: 'class' cannot name a module: a Python keyword cannot be a name (Add name: 'class_item', or another that is free.)",
  ],
  [
    'code for a key',
    blog({ pk: 'evil; import os' }),
    "resources[0].pk: found 'evil; import os': expected a Python name: ASCII letters, digits and _, not beginning with a digit (A JSON key that is no Python name goes into the field's 'alias'.)",
  ],
  [
    'a key of another type than its field',
    blog({ pk_type: 'int' }),
    `${inField}.type: found 'uuid', but the resource's primary key is of type 'int' (Set pk_type: 'uuid' on the resource, or change the field.)`,
  ],
  [
    'two resources of one model',
    { ...blog(), resources: [article, { ...article, name: 'b', route_prefix: '/b' }] },
    "resources[1].model: a second resource of the model 'blog.models.Article': the first is resources[0] (Put it into another app.)",
  ],
  [
    'two resources of one name',
    { ...blog(), resources: [article, { ...article, model: 'shop.Article', route_prefix: '/b' }] },
    "resources[1].model: a second resource named 'article': the first is resources[0] (Set 'name' on one of them.)",
  ],
  [
    'two resources at one path, in two apps',
    {
      version: '1',
      apps: [
        { prefix: '/v', config: { ...blog(), module: 'one' } },
        { config: blog({ route_prefix: '/v/articles' }) },
      ],
    },
    "apps[1].config.resources[0].route_prefix: a second resource at /v/articles: the first is apps[0].config.resources[0] (Set 'route_prefix' on one of them.)",
  ],
];

const fields: readonly Case[] = [
  [
    'a keyword',
    field({ name: 'class', type: 'str' }),
    `${inField}.name: found 'class': a Python keyword cannot be a name (A JSON key that is no Python name goes into the field's 'alias'.)`,
  ],
  [
    'an attribute of every model',
    field({ name: 'metadata', type: 'json' }),
    `${inField}.name: found 'metadata': every SQLAlchemy model has an attribute of that name (Name the model's attribute 'metadata_' and write {name: 'metadata_', alias: 'metadata', ...}.)`,
  ],
  [
    'an attribute of every schema',
    field({ name: 'model_dump', type: 'str' }),
    `${inField}.name: found 'model_dump': every Pydantic model has an attribute of that name (Name the model's attribute 'model_dump_' and write {name: 'model_dump_', alias: 'model_dump', ...}.)`,
  ],
  [
    'a leading underscore',
    field({ name: '_secret', type: 'str' }),
    `${inField}.name: found '_secret': Pydantic takes a leading underscore for a private attribute (Name the model's attribute 'secret'; to keep the JSON key, add alias: '_secret'.)`,
  ],
  [
    'a letter that Python would normalise',
    field({ name: 'ﬁeld', type: 'str' }),
    `${inField}.name: found 'ﬁeld': expected a Python name: ASCII letters, digits and _, not beginning with a digit (A JSON key that is no Python name goes into the field's 'alias'.)`,
  ],
  [
    'a length of a number',
    field({ name: 'a', type: 'int', max_length: 3 }),
    `${inField}.max_length: a field of type 'int' has no length`,
  ],
  [
    'a bound of a text',
    field({ name: 'a', type: 'str', ge: 3 }),
    `${inField}.ge: only numbers are bounded, not 'str'`,
  ],
  [
    'bounds that nothing fits',
    field({ name: 'a', type: 'int', gt: 3, le: 3 }),
    `${inField}: no value is between 3 and 3`,
  ],
  [
    'a pattern that does not parse',
    field({ name: 'a', type: 'str', pattern: '(' }),
    `${inField}.pattern: found '(': not a regular expression (Unterminated group)`,
  ],
  [
    'a pattern with look-around',
    field({ name: 'a', type: 'str', pattern: '^(?=a)' }),
    `${inField}.pattern: found '^(?=a)': Pydantic's engine has no look-around`,
  ],
  [
    'a pattern with a back-reference',
    field({ name: 'a', type: 'str', pattern: '(a)\\1' }),
    `${inField}.pattern: found "(a)\\\\1": Pydantic's engine has no back-references`,
  ],
  [
    'an enum of the wrong type',
    field({ name: 'a', type: 'int', enum: [1, 'b'] }),
    `${inField}.enum[1]: found 'b', expected a whole number, as the field is of type 'int'`,
  ],
  [
    'a value twice',
    field({ name: 'a', type: 'str', enum: ['b', 'b'] }),
    `${inField}.enum[1]: "b" is listed twice`,
  ],
  [
    'a default of null',
    field({ name: 'a', type: 'str', default: null }),
    `${inField}.default: found null, but the field is not nullable`,
  ],
  [
    'a default of another type',
    field({ name: 'a', type: 'date', default: '2023-02-29' }),
    `${inField}.default: found '2023-02-29', expected a date such as "2030-01-31"`,
  ],
  [
    'a default out of bounds',
    field({ name: 'a', type: 'int', le: 3, default: 4 }),
    `${inField}.default: found 4, which is more than le, 3`,
  ],
  [
    'half a surrogate pair',
    field({ name: 'a', type: 'str', description: 'b\ud800' }),
    `${inField}.description: found "b\\ud800": a NUL character or a lone surrogate cannot be stored or sent`,
  ],
  [
    'two of one JSON key',
    blog({ operations: [{ name: 'get', fields: [id, { ...title, alias: 'id' }] }] }),
    "resources[0].operations[0].fields[1].alias: a second field with the JSON key 'id': the first is [0]",
  ],
];

const operations: readonly Case[] = [
  [
    'get without fields',
    blog({ operations: ['get'] }),
    'resources[0].operations[0].fields: missing, expected a list',
  ],
  [
    'an unknown filter field',
    list({ filters: { fields: ['titel'] } }),
    `${inList}.filters.fields[0]: 'titel' is not one of the operation's fields: id, title (Add it to 'fields', or remove it here.)`,
  ],
  [
    'a sort by what has no order',
    list({ fields: [id, { name: 'a', type: 'json' }], ordering: { fields: ['a'] } }),
    `${inList}.ordering.fields[0]: 'a' is a json, which has no order`,
  ],
  [
    'sort fields that differ by case',
    list({
      fields: [title, { name: 'Title', type: 'str' }],
      ordering: { fields: ['title', 'Title'] },
    }),
    `${inList}.ordering.fields[1]: 'Title' and 'title' are both TITLE in the enum of sort fields (Leave one of them out.)`,
  ],
  [
    'an unknown default sort',
    list({ ordering: { fields: ['title'], default: 'nope' } }),
    `${inList}.ordering.default: 'nope' is neither one of the operation's fields nor the primary key, 'id' (Add it to 'fields', or name another.)`,
  ],
  [
    'an unknown cursor field',
    list({ pagination: { mode: 'keyset', cursor_field: 'nope' } }),
    `${inList}.pagination.cursor_field: 'nope' is neither one of the operation's fields nor the primary key, 'id' (Add it to 'fields', or name another.)`,
  ],
  [
    'a page larger than the largest',
    list({ pagination: { mode: 'offset', default_page_size: 200 } }),
    `${inList}.pagination.default_page_size: found 200, expected at most max_page_size, 100`,
  ],
  [
    'a cursor for offset pages',
    list({ pagination: { mode: 'offset', cursor_field: 'id' } }),
    `${inList}.pagination.cursor_field: offset pages have no cursor (Remove it, or use mode 'keyset'.)`,
  ],
  [
    'an action in the way of list',
    action({ name: 'search', on: 'collection' }, { name: 'list', fields: [id] }),
    "resources[0].operations[2].name: collection action 'search' and operation 'list' would both answer POST /search (Rename the action.)",
  ],
  [
    'an action with a name that is no name',
    action({ name: 'mark-read' }),
    "resources[0].operations[1].name: found 'mark-read': expected a Python name: ASCII letters, digits and _, not beginning with a digit",
  ],
  [
    'a function without a module',
    action({ name: 'publish', fn: 'publish' }),
    "resources[0].operations[1].fn: found 'publish': expected a dotted path, such as 'blog.actions.publish'",
  ],
  [
    'an action whose schema another operation has',
    action({ name: 'create', params: [title] }, { name: 'create', fields: [title] }),
    "resources[0].operations[2].name: operation 'create' and action 'create' would both define the schema 'ArticleCreateRequest' (Rename the action.)",
  ],
  [
    'two actions whose schemas have one name',
    action(
      { name: 'markRead', params: [title] },
      { name: 'mark_read', fn: 'a.b', params: [title] },
    ),
    "resources[0].operations[2].name: action 'mark_read' and action 'markRead' would both define the schema 'ArticleMarkReadRequest' (Rename the action.)",
  ],
];

describe.each([
  ['the project', project],
  ['names of types', foreignNames],
  ['auth', auth],
  ['databases', database],
  ['a resource', resource],
  ['a field', fields],
  ['operations', operations],
])('in %s', (_, cases) => {
  test.each(cases)('%s', async (_, config, problem) => {
    expect(await problems(config)).toEqual([problem]);
  });
});

test('many problems are reported at once, broken parts beside rules across parts', async () => {
  const config = {
    version: '1',
    module: 'blog',
    colour: 'red',
    databases: [{ key: 'main', url_env: 'A', pool_size: 'big' }],
    resources: [
      {
        ...article,
        operations: [{ name: 'get', fields: [{ name: 'id', type: 'uid' }, title, title] }],
      },
      { ...article, pk_typ: 'int' },
    ],
  };
  const found = (await problems(config)).map((problem) => problem.split(': ')[0]);
  expect(found.sort()).toEqual([
    'colour',
    'databases[0].pool_size',
    'resources[0].operations[0].fields[0].type',
    'resources[0].operations[0].fields[2].name',
    'resources[1].model',
    'resources[1].pk_typ',
  ]);
});

test.each([
  ['{}', {}],
  [
    'null in place of objects',
    { version: null, apps: [null, { config: null }], databases: [null] },
  ],
  ['lists in place of objects', { version: [], auth: [], resources: [[], 1], module: [] }],
  [
    'text in place of lists',
    { version: '1', module: 'a', resources: 'b', databases: 'c', operations: 'd' },
  ],
  ['an operation that is a number', blog({ operations: [1, null, [], {}] })],
  ['fields that are not', blog({ operations: [{ name: 'get', fields: [1, null, 'id', []] }] })],
  ['options that are not', list({ filters: 1, ordering: { fields: [1] }, pagination: 'keyset' })],
])('%s: problems, not a crash', async (_, config) => {
  expect(await problems(config)).not.toEqual([]);
});

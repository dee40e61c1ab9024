import { describe, expect, test } from 'vitest';

import { fieldTypes } from '../src/config/field-types.js';
import { findEach, type Case } from './config-cases.js';
import { blog, generated, id, problems, title } from './support.js';

const get = { name: 'get', fields: [id, title] };
const list = (options: object) =>
  blog({ operations: [get, { name: 'list', fields: [id, title], ...options }] });
const field = (spec: object) => blog({ operations: [{ name: 'get', fields: [spec] }] });
const databases = (...entries: object[]) => blog({}, { databases: entries });
const article = { model: 'blog.models.Article', operations: [] };

const inField = 'resources[0].operations[0].fields[0]';

const project: readonly Case[] = [
  [
    'an unknown version',
    { version: '2', module: 'a', resources: [] },
    "version: found '2', expected '1'",
  ],
  [
    'a version that is a number',
    { version: 1, module: 'a', resources: [] },
    "version: found 1, expected '1' (Write it in quotes: '1'.)",
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

const listedTypes = `${fieldTypes
  .slice(0, 15)
  .map((type) => `'${type}'`)
  .join(', ')}, … ${fieldTypes.length - 15} more`;

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
    `${inField}.type: found '${foreign}', expected one of ${listedTypes} (Did you mean '${meant}'?)`,
  ]),
  [
    'of a key',
    blog({ pk_type: 'integer' }),
    "resources[0].pk_type: found 'integer', expected one of 'uuid', 'str', 'int', 'datetime', 'date' or a list (Did you mean 'int'?)",
  ],
  [
    'bare names for fields',
    { ...blog({ operations: ['get', { name: 'list', fields: ['id'] }, 'create'] }), models: false },
    "models: found false: no model is read, but resources[0].operations[0] and 2 more would get fields or types from one (Write each field as { name: 'title', type: 'str' }, or remove 'models'.)",
  ],
  [
    'a bare name for a parameter',
    blog({ operations: [{ name: 'publish', fn: 'blog.actions.publish', params: ['at'] }] }),
    "resources[0].operations[0].params[0]: found 'at': the parameter has no type (Write { name: 'at', type: 'str' }, or copy the type of a column: { name: 'at', like: 'Article.title' }.)",
  ],
];

const claims = {
  auth: { verify_credentials_fn: 'a.b', claims: { tenant: 'uuid', lead: 'uuid | None' } },
};
const scoped = (user: string, rest: object = {}) =>
  blog({ access: { tenant: { tenant_id: { user } } }, ...rest }, claims);

const ruled = (rule: object, rest: object = {}) =>
  blog({ access: { rules: [rule] }, ...rest }, claims);
const forms =
  "Write {status: 'open'}, {status: {'in': ['open', 'new']}}, {status: {not: 'open'}}, {status: {'null': true}} or {author_id: {user: 'sub'}}.";

const access: readonly Case[] = [
  [
    'a resource without access, where it is required',
    blog({}, { access: {} }),
    "resources[0].access: missing, expected a setting that says who may see its rows (Add access: {tenant: {tenant_id: {user: 'tenant_id'}}}, or access: 'open' for everyone.)",
  ],
  [
    'access without auth',
    blog({ access: { tenant: { tenant_id: { user: 'tenant' } } } }),
    "resources[0].access: there is no 'auth', which says who the user is (Add 'auth' with 'claims', or write access: 'open'.)",
  ],
  [
    'access of a user that is a dict',
    blog(
      { access: { tenant: { tenant_id: { user: 'tenant' } } } },
      { auth: { verify_credentials_fn: 'a.b' } },
    ),
    "resources[0].access: the current user is a dict, which has no attributes (Set 'claims' in auth.)",
  ],
  [
    'access by a claim that there is not',
    scoped('tennant'),
    "resources[0].access.tenant.tenant_id.user: found 'tennant': the current user has no such attribute (Did you mean 'tenant'?)",
  ],
  [
    'access by a claim that may be null',
    scoped('lead'),
    "resources[0].access.tenant.tenant_id.user: found 'lead': the claim has type 'uuid | None': expected a single value that is never null (Remove '| None' from the claim. Tokens without it then get a 401.)",
  ],
  [
    'access without a condition',
    blog({ access: {} }, claims),
    "resources[0].access: missing, expected 'tenant', 'owner' or 'rules' (Write {tenant: {tenant_id: {user: 'tenant_id'}}}, or 'open'.)",
  ],
  [
    'a resource with access that needs no user',
    scoped('tenant', { require_auth: false }),
    "resources[0].require_auth: 'access' needs a user (Remove it, or write access: 'open'.)",
  ],
  [
    'an operation that needs no user',
    scoped('tenant', { operations: [{ name: 'get', fields: [id], require_auth: false }] }),
    "resources[0].operations[0].require_auth: 'get' needs no user, but 'access' requires one",
  ],
  [
    'a request that sets the tenant',
    scoped('tenant', {
      operations: [{ name: 'create', fields: [{ name: 'tenant_id', type: 'uuid' }] }],
    }),
    "resources[0].operations[0].fields[0]: found 'tenant_id': 'access' sets it from the user, so requests cannot set it (Remove it from the fields.)",
  ],
  [
    'a rule to the owner, where there is none',
    ruled({ allow: '*', to: 'owner' }),
    "resources[0].access.rules[0].to: found 'owner': 'access' does not say who the owner is (Add owner: {user_id: {user: 'sub'}}.)",
  ],
  [
    'a rule that allows no operation of the resource',
    ruled({ allow: ['gett'] }),
    "resources[0].access.rules[0].allow[0]: found 'gett': the resource has no such operation (Did you mean 'get'?)",
  ],
  [
    'a rule that allows an operation like no other',
    ruled({ allow: ['publish'] }),
    "resources[0].access.rules[0].allow[0]: found 'publish': the resource has no such operation (Rules can name: get, list.)",
  ],
  [
    'a rule to a role, where users have none',
    blog({ access: { rules: [{ allow: '*', to: { role: 'admin' } }] } }, claims),
    "resources[0].access.rules[0].to.role: the current user has no attribute 'roles' or 'role', which roles are compared with (Add roles: 'list[str]' to the claims.)",
  ],
  [
    'a rule to a role in a claim that is no list',
    blog(
      { access: { rules: [{ allow: '*', to: { role: 'admin' } }] } },
      { auth: { verify_credentials_fn: 'a.b', claims: { roles: 'str' } } },
    ),
    "resources[0].access.rules[0].to.role: the claim 'roles' has type 'str': expected 'list[str]'",
  ],
  [
    'a rule by a claim that there is not',
    ruled({ allow: '*', where: { any: [{ author_id: { not: { user: 'tennant' } } }] } }),
    "resources[0].access.rules[0].where.any[0].author_id.not.user: found 'tennant': the current user has no such attribute (Did you mean 'tenant'?)",
  ],
  [
    'a rule to anyone by a claim',
    ruled({ allow: '*', to: 'anyone', check: { author_id: { user: 'tenant' } } }),
    "resources[0].access.rules[0].check.author_id.user: found 'tenant': a rule for 'anyone' also applies without a user, who has no attributes (Remove to: 'anyone'. The rule then applies to every user.)",
  ],
  [
    'a condition that a field is null, as a value',
    ruled({ allow: '*', where: { author_id: null } }),
    "resources[0].access.rules[0].where.author_id: found null, expected a value, or what it is compared by (Write {'null': true}.)",
  ],
  [
    'a condition by a word that there is not',
    ruled({ allow: '*', where: { author_id: { is: 1 } } }),
    `resources[0].access.rules[0].where.author_id.is: found 'is', expected one of 'in', 'not', 'null', 'user' (${forms})`,
  ],
  [
    'a condition of no alternatives',
    ruled({ allow: '*', where: { any: [] } }),
    "resources[0].access.rules[0].where.any: found an empty list, expected a list of conditions (Write 'any': [{status: 'open'}, {status: 'new'}].)",
  ],
  [
    'a condition of one that is no object',
    ruled({ allow: '*', where: { all: ['open'] } }),
    `resources[0].access.rules[0].where.all[0]: found 'open', expected an object (${forms})`,
  ],
  [
    'an action whose name is that of an operation',
    ruled({ allow: ['delete'] }, { operations: [{ name: 'delete', fn: 'a.b' }] }),
    "resources[0].operations[0].name: found 'delete': rules use this name for the built-in operation (Call it 'delete_action', for example.)",
  ],
  [
    'a new row of an owner, by a route without a user',
    blog(
      {
        access: { owner: { author_id: { user: 'tenant' } }, rules: [{ allow: '*', to: 'anyone' }] },
        operations: [{ name: 'create', fields: [title], require_auth: false }],
      },
      claims,
    ),
    "resources[0].operations[0].require_auth: 'create' needs no user, but a new row needs an owner (Write require_auth: true in 'create'.)",
  ],
  [
    'a route without a user in a tenant',
    blog(
      {
        access: {
          tenant: { tenant_id: { user: 'tenant' } },
          rules: [{ allow: '*', to: 'anyone' }],
        },
        require_auth: false,
      },
      claims,
    ),
    "resources[0].require_auth: 'access' needs a user (Remove it, or write access: 'open'.)",
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
  [
    'another kind of authentication',
    blog({}, { auth: { type: 'oauth' } }),
    "auth.type: found 'oauth', expected one of 'jwt', 'jwks'",
  ],
  [
    'a claim of no type',
    blog({}, { auth: { verify_credentials_fn: 'a.b', claims: { sub: 'text' } } }),
    "auth.claims.sub: found 'text', expected one of 'str', 'str | None', 'int', 'int | None', 'bool', 'bool | None', 'uuid', 'uuid | None', 'datetime', 'datetime | None', 'list[str]', 'list[str] | None' or an object",
  ],
  [
    'a claim that is no Python name',
    blog({}, { auth: { verify_credentials_fn: 'a.b', claims: { 'cognito:groups': 'str' } } }),
    "auth.claims[\"cognito:groups\"]: expected a Python name: ASCII letters, digits and _, not beginning with a digit (Choose a name for the attribute, and write {type: 'str', claim: 'cognito:groups'}.)",
  ],
  [
    'claims beside a current-user function',
    blog({}, { auth: { get_current_user_fn: 'a.b', claims: { sub: 'str' } } }),
    "auth.claims: 'claims' and 'get_current_user_fn' cannot be used together (Annotate what the function returns, or set current_user_type.)",
  ],
  [
    'a type of the user without a function that returns it',
    blog({}, { auth: { verify_credentials_fn: 'a.b', current_user_type: 'a.User' } }),
    "auth.current_user_type: 'current_user_type' requires 'get_current_user_fn', because it describes the user that this returns (To give the token's user a type, set claims.)",
  ],
  [
    'a type of the user that is none',
    blog({}, { auth: { get_current_user_fn: 'a.b', current_user_type: 'User' } }),
    "auth.current_user_type: found 'User': expected a type by its dotted path, such as 'app.auth.Member'",
  ],
  [
    'a test claim of another type',
    blog(
      {},
      { auth: { verify_credentials_fn: 'a.b', claims: { sub: 'uuid' }, test_claims: { sub: 1 } } },
    ),
    "auth.test_claims.sub: found 1, expected a value of the type 'uuid'",
  ],
  [
    'a test claim that is no claim',
    blog(
      {},
      { auth: { verify_credentials_fn: 'a.b', claims: { sub: 'str' }, test_claims: { id: '1' } } },
    ),
    "auth.test_claims.id: 'id' is not one of the 'claims': sub",
  ],
  [
    'test claims without claims',
    blog({}, { auth: { verify_credentials_fn: 'a.b', test_claims: {} } }),
    "auth.test_claims: 'test_claims' requires 'claims', because it sets their values",
  ],
  [
    'the keys of another server with an algorithm of one secret',
    blog({}, { auth: { type: 'jwks', issuer: 'a', audience: 'b', algorithms: ['HS256'] } }),
    "auth.algorithms[0]: found 'HS256', expected one of 'RS256', 'RS384', 'RS512', 'ES256', 'ES384', 'ES512', 'PS256', 'PS384', 'PS512', 'EdDSA' (Did you mean 'RS256'?)",
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
    "databases[1].default: a second default database, in addition to 'a': the first is databases[0] (Set default: true on only one of them.)",
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
    "resources[0].db_key: found 'main': no 'databases' are configured (Add {key: 'main', url_env: '...'} to 'databases'.)",
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
    "apps[1].config.databases[0].key: a second database 'a', with other settings: the first is databases[0] (Give one of them another key, or share the settings.)",
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
    "resources[0].pk: found 'evil; import os': expected a Python name: ASCII letters, digits and _, not beginning with a digit (If the JSON key is not a Python name, put it into the field's 'alias'.)",
  ],
  [
    'a key of another type than its field',
    blog({ pk_type: 'int' }),
    `${inField}.type: found 'uuid': the resource's primary key is of type 'int' (Set pk_type: 'uuid' on the resource, or change the field.)`,
  ],
  [
    'an example that a pattern takes ages to compare',
    blog({
      operations: [
        {
          name: 'create',
          fields: [
            {
              name: 'title',
              type: 'str',
              pattern: '^(a+)+$',
              example: 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!',
            },
          ],
        },
      ],
    }),
    "resources[0].operations[0].fields[0].example: found 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!': the pattern '^(a+)+$' takes too long to compare it (Write a pattern without nested repetitions, or a shorter value.)",
  ],
  [
    'an example of the key of another type',
    blog({ pk_example: 1 }),
    'resources[0].pk_example: found 1, expected a UUID such as "0b0e3a52-7d6f-4f0c-9b1e-3f1d2c4b5a69"',
  ],
  [
    'an example of a part of the key',
    blog({ pk: ['a', 'b'], pk_type: ['int', 'str'], pk_example: [1], operations: ['delete'] }),
    'resources[0].pk_example: found a list: expected a value for each column of the key: a, b',
  ],
  [
    "an example with the tenant's column, which no path has",
    {
      ...blog({
        pk: ['shop_id', 'number'],
        pk_type: 'int',
        pk_example: [1, 2],
        access: { tenant: { shop_id: { user: 'shop_id' } } },
        operations: ['delete'],
      }),
      auth: { verify_credentials_fn: 'blog.auth.verify', claims: { shop_id: 'int' } },
    },
    'resources[0].pk_example: found a list: expected a value for each column of the key: number',
  ],
  [
    'an example of an operation that is no key',
    blog({
      pk: ['a', 'b'],
      pk_type: ['int', 'str'],
      operations: [{ name: 'delete', pk_example: ['one', 'two'] }],
    }),
    "resources[0].operations[0].pk_example[0]: found 'one', expected a whole number of 64 bits",
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

describe.each([
  ['the project', project],
  ['names of types', foreignNames],
  ['auth', auth],
  ['access', access],
  ['databases', database],
  ['a resource', resource],
])('in %s', (_, cases) => {
  findEach(cases);
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

test('a problem of what is used in several places is told of each', async () => {
  const found = await problems(`
    local broken = { name: 'id', type: 'uid' };
    {
      version: '1',
      module: 'blog',
      resources: [
        { model: 'blog.models.' + name, operations: [{ name: 'get', fields: [broken] }] }
        for name in ['Article', 'Author']
      ],
    }`);
  expect(found.map((problem) => problem.split(':')[0])).toEqual([
    'resources[0].operations[0].fields[0].type',
    'resources[1].operations[0].fields[0].type',
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

describe('null', () => {
  const auth = { get_current_user_fn: 'blog.auth.user' };
  const list = {
    name: 'list',
    fields: [{ ...id, alias: null, max_length: null, nullable: null }],
    filters: null,
    pagination: { mode: 'keyset', default_page_size: null, cursor_field: null },
    require_auth: null,
  };
  const resource = { operations: [{ name: 'get', fields: [id] }, list], name: null, tags: null };

  test('is as if the key were left out, at every depth', async () => {
    const config = blog(resource, { databases: null, operations: null, apps: null, auth: null });
    const without = JSON.parse(
      JSON.stringify(config, (_, value: unknown) => (value === null ? undefined : value)),
    ) as object;
    expect(await generated(config)).toEqual(await generated(without));
  });

  test('is no value of a key that must be there', async () => {
    expect(await problems(blog({ model: null }))).toEqual([
      'resources[0].model: found null, expected a string',
    ]);
  });

  test('turns the authentication off that an app would inherit', async () => {
    const app = (config: object) => ({
      version: '1',
      auth,
      apps: [{ config: { module: 'blog', resources: [], ...config } }],
    });
    const files = async (config: object) => Object.keys(await generated(app(config)));
    expect(await files({})).toContain('auth/__init__.py');
    expect(await files({ auth: null })).not.toContain('auth/__init__.py');
  });
});

test('an empty list of databases is as if there were none, also in an app', async () => {
  expect(await generated(blog({}, { databases: [] }))).toEqual(await generated(blog()));
  const project = (databases: object) => ({
    version: '1',
    databases: [{ key: 'main', url_env: 'A' }],
    apps: [{ config: { ...blog(), ...databases } }],
  });
  expect(await generated(project({ databases: [] }))).toEqual(await generated(project({})));
});

test('a name may be as long as PostgreSQL keeps it', async () => {
  const name = 'a'.repeat(63);
  const model = 'A'.repeat(63);
  const action = { name, fn: 'blog.actions.run', params: [title] };
  const config = { ...blog({ model: `m.${model}`, name, operations: [action] }), module: name };
  expect(Object.keys(await generated(config))).toContain(`${name}/routes/${name}.py`);
  expect(await problems({ ...config, module: `${name}a` })).toEqual([
    `module: found '${'a'.repeat(64)}': a name of 64 characters, expected at most 63`,
  ]);
});

describe('a misspelt name', () => {
  test.each([
    ['of a key in an app', { apps: [{ config: blog({}, { auht: {} }) }] }, 'auth'],
    [
      'of a key in auth',
      { ...blog(), auth: { secret_en: 'A', get_current_user_fn: 'a.b' } },
      'secret_env',
    ],
    ['of a key in a field', field({ ...id, nulable: true }), 'nullable'],
    ['of a key of an operation', list({ filers: {} }), 'filters'],
    [
      'of a key inside an operation',
      list({ pagination: { mode: 'keyset', max_page: 1 } }),
      undefined,
    ],
    ['of an operation', blog({ operations: ['dleete'] }), 'delete'],
    ['of a type of a list', field({ name: 'a', type: 'list[sting]' }), 'list[str]'],
    ['of a field to sort by', list({ ordering: { fields: ['tilte'] } }), 'title'],
    [
      'of a field to begin with',
      list({ ordering: { fields: ['title'], default: 'tilte' } }),
      'title',
    ],
  ])('%s has its fix', async (_, config, meant) => {
    const [problem] = await problems({ version: '1', ...config });
    expect(problem).toContain(meant === undefined ? 'Known keys: ' : `Did you mean '${meant}'?`);
  });
});

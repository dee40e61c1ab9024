// Functions of the project have a say in what is written, and routers of its own stand beside.
local access = import 'stdlib/access.libsonnet';
local jwt = import 'stdlib/auth/jwt.libsonnet';

{
  version: '1',
  module: 'shop_api',
  routers: ['shop.extra.router', 'shop.reports.router', 'shop.extra.admin'],
  auth: jwt.jwt({ verify_credentials_fn: 'shop.auth.verify', claims: { sub: 'uuid', shop_id: 'int' } }),
  resources: [
    {
      model: 'shop.models.Product',
      access: access.tenant('shop_id'),
      generate_tests: true,
      operations: [
        'get',
        {
          name: 'create',
          fields: ['name', 'price'],
          before: ['shop.hooks.tidy', 'shop.hooks.check_price'],
          after: 'shop.hooks.announce',
        },
        { name: 'update', fields: ['name', 'price'], before: 'shop.hooks.check_price' },
        { name: 'delete', before: 'shop.hooks.keep_sold', after: 'shop.hooks.announce' },
      ],
    },
    {
      // It only writes, and nobody has to log in.
      model: 'shop.models.Visit',
      require_auth: false,
      generate_tests: true,
      operations: [
        { name: 'create', after: 'shop.hooks.count' },
        { name: 'update', before: { fn: 'shop.hooks.values', takes: { db: 'required' }, is_async: true } },
      ],
    },
  ],
}

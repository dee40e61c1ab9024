// Functions of the project do the work of routes; hooks stand around one of them.
local access = import 'stdlib/access.libsonnet';
local jwt = import 'stdlib/auth/jwt.libsonnet';

{
  version: '1',
  module: 'shop_api',
  auth: jwt.jwt({ verify_credentials_fn: 'shop.auth.verify', claims: { sub: 'uuid', shop_id: 'int', role: 'str' } }),
  resources: [
    {
      model: 'shop.models.Product',
      access: access.tenant('shop_id') + {
        rules: [{ allow: '*', to: { role: 'seller' } }, { allow: ['get', 'list'], where: { price: { not: 0 } } }],
      },
      generate_tests: true,
      operations: [
        { name: 'get', handler: 'shop.overrides.get_product' },
        { name: 'list', filters: {}, handler: 'shop.overrides.search' },
        { name: 'create', fields: ['name', 'price'], handler: 'shop.overrides.make' },
        {
          name: 'update',
          fields: ['name', 'price'],
          before: 'shop.hooks.tidy',
          handler: 'shop.overrides.change',
          after: 'shop.hooks.announce',
        },
        { name: 'delete', handler: { fn: 'shop.overrides.remove', takes: { current_user: 'required' }, is_async: true } },
      ],
    },
    {
      // Nobody has to log in, and nothing is sent.
      model: 'shop.models.Visit',
      require_auth: false,
      operations: ['get', { name: 'list', handler: 'shop.overrides.visits' }, { name: 'update', handler: 'shop.overrides.revise' }],
    },
  ],
}

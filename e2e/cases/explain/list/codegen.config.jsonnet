// One update with all that there is to say: rules, hooks, fields from elsewhere.
local access = import 'stdlib/access.libsonnet';
local jwt = import 'stdlib/auth/jwt.libsonnet';
local fields = import 'shop/fields.libsonnet';

{
  version: '1',
  module: 'shop_api',
  auth: jwt.jwt({
    verify_credentials_fn: 'shop.auth.verify',
    claims: { sub: 'uuid', shop_id: 'int', roles: 'list[str]' },
  }),
  resources: [
    {
      model: 'shop.models.Order',
      access: access.tenant('shop_id') + access.owned('customer_id') + {
        rules: [
          { allow: ['get'] },
          {
            allow: ['update'],
            to: 'owner',
            where: { status: { not: 'shipped' } },
            check: { any: [{ status: { 'in': ['new', 'cancelled'] } }, { text: { 'null': true } }] },
          },
          { allow: '*', to: { role: 'admin' } },
        ],
      },
      generate_tests: true,
      operations: [
        'get',
        {
          name: 'update',
          fields: [fields.text, 'status'],
          before: ['shop.hooks.check_text'],
          after: 'shop.hooks.announce',
        },
      ],
    },
  ],
}

// Who may do what: customers with their own orders until they are shipped, admins with all of the shop's.
local access = import 'stdlib/access.libsonnet';
local jwt = import 'stdlib/auth/jwt.libsonnet';

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
          { allow: ['get', 'list', 'create'], to: 'owner' },
          {
            allow: ['update', 'cancel'],
            to: 'owner',
            where: { status: { not: 'shipped' } },
            check: { status: { 'in': ['new', 'cancelled'] } },
          },
          { allow: '*', to: { role: 'admin' } },
        ],
      },
      generate_tests: true,
      operations: [
        'get',
        { name: 'list', pagination: { mode: 'keyset' } },
        'create',
        'update',
        'delete',
        { name: 'cancel', fn: 'shop.actions.cancel' },
      ],
    },
    {
      // Reviews are for everybody to read, and to write: nobody has to log in.
      model: 'shop.models.Review',
      access: { rules: [{ allow: ['get', 'create'], to: 'anyone', where: { hidden: false } }] },
      require_auth: false,
      operations: ['get', 'create'],
    },
  ],
}

// The rules of access are policies of the database, too: a second wall, whoever asks.
local access = import 'stdlib/access.libsonnet';
local jwt = import 'stdlib/auth/jwt.libsonnet';

{
  version: '1',
  module: 'shop_api',
  access: { rls: true },
  auth: jwt.jwt({
    verify_credentials_fn: 'shop.auth.verify',
    claims: { sub: 'uuid', shop_id: 'int', roles: 'list[str]', team: 'str | None' },
  }),
  resources: [
    {
      model: 'shop.models.Order',
      access: access.tenant('shop_id') + access.owned('customer_id') + {
        rules: [
          { allow: ['get', 'list', 'create'], to: 'owner' },
          { allow: ['list'], where: { team: { not: { user: 'team' } } } },
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
      operations: ['get', 'create', 'update', 'delete', { name: 'cancel', fn: 'shop.actions.cancel' }],
    },
    {
      // Nobody has to log in to read what is not hidden; whoever has, writes.
      model: 'shop.models.Review',
      access: {
        rules: [
          { allow: ['get'], to: 'anyone', where: { hidden: false, text: { not: { 'in': ["it's", '\\spam'] } } } },
          { allow: ['get', 'create'], where: { order_id: { 'null': true } } },
        ],
      },
      operations: [{ name: 'get', require_auth: false }, 'create'],
    },
    { model: 'shop.models.Product', access: 'open', operations: ['get'] },
  ],
}

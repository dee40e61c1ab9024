// Whose rows: every tenant has orders of its own, and a basket is one customer's alone.
local access = import 'stdlib/access.libsonnet';
local jwt = import 'stdlib/auth/jwt.libsonnet';

{
  version: '1',
  module: 'shop_api',
  access: { required: true },
  auth: jwt.jwt({
    verify_credentials_fn: 'shop.auth.verify',
    claims: { sub: 'uuid', tenant_id: 'uuid' },
  }),
  resources: [
    { model: 'shop.models.Product', access: access.open(), operations: ['get', 'create'] },
    {
      model: 'shop.models.Order',
      access: access.tenant('tenant_id'),
      generate_tests: true,
      operations: [
        'get',
        { name: 'list', filters: {}, pagination: { mode: 'keyset' } },
        'create',
        'update',
        'delete',
        { name: 'cancel', fn: 'shop.actions.cancel', params: [{ name: 'reason', type: 'str' }] },
      ],
    },
    {
      model: 'shop.models.Basket',
      access: access.tenant('tenant_id') + access.owned('customer_id'),
      operations: ['get', { name: 'list', pagination: { mode: 'offset' } }, 'create', 'delete'],
    },
  ],
}

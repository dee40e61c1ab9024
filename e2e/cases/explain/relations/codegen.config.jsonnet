// Related rows are those that the access of their resource allows.
local access = import 'stdlib/access.libsonnet';
local jwt = import 'stdlib/auth/jwt.libsonnet';

{
  version: '1',
  module: 'shop_api',
  auth: jwt.jwt({ verify_credentials_fn: 'shop.auth.verify', claims: { sub: 'uuid', shop_id: 'int' } }),
  resources: [
    { model: 'shop.models.Order', access: access.tenant('shop_id'), operations: ['get'] },
    {
      model: 'shop.models.Review',
      operations: [
        'get',
        {
          name: 'list',
          fields: ['id', { name: 'order', of: 'shop.models.Order', via: 'order_id', fields: ['id'] }],
          filters: { fields: ['order.status'] },
        },
      ],
    },
  ],
}

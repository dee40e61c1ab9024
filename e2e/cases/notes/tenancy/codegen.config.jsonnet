// Rows of tenants, in tables that were not made for it.
local access = import 'stdlib/access.libsonnet';

{
  version: '1',
  module: 'shop_api',
  auth: { verify_credentials_fn: 'shop.auth.verify', claims: { sub: 'uuid', shop_id: 'int' } },
  resources: [
    { model: 'shop.models.Order', access: access.tenant('shop', 'shop_id'), operations: ['get', 'list', 'update'] },
    { model: 'shop.models.Parcel', access: access.tenant('shop', 'shop_id'), operations: ['get', 'list'] },
    {
      model: 'shop.models.Letter',
      access: access.owned('sender_id'),
      operations: ['get', 'list', { name: 'create', fields: ['id'] }],
    },
    // Nothing to say of these: an index begins with the tenant, or all rows are found by their key.
    { model: 'shop.models.Product', access: access.tenant('shop', 'shop_id'), operations: ['get', 'list'] },
    { model: 'shop.models.Bill', access: access.tenant('shop', 'shop_id'), operations: ['get', 'list'] },
    { model: 'shop.models.Label', access: access.tenant('shop', 'shop_id'), operations: ['get'] },
  ],
}

local id = { name: 'id', type: 'uuid' };

{
  version: '1',
  module: 'shop',
  models: false,
  auth: {
    verify_credentials_fn: 'shop.auth.verify',
    claims: { sub: 'uuid' },
  },
  resources: [
    {
      model: 'shop.models.Order',
      access: { tenant: { customer_id: { user: 'sub' } } },
      operations: [
        { name: 'get', fields: [id] },
        { name: 'export' },
        { name: 'count' },
      ],
    },
    // Nobody needs a scope where the rows are open to all.
    { model: 'shop.models.Product', operations: [{ name: 'get', fields: [id] }, { name: 'export' }, { name: 'count' }] },
  ],
}

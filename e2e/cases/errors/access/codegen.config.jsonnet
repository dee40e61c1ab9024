{
  version: '1',
  module: 'shop',
  access: { required: true },
  auth: {
    verify_credentials_fn: 'shop.auth.verify',
    claims: { sub: 'uuid', tenant_id: 'uuid | None', number: 'int' },
  },
  resources: [
    { model: 'shop.models.Product', operations: ['get'] },
    {
      model: 'shop.models.Order',
      access: {
        tenant: { tenant_id: { user: 'tenant_id' }, shop_id: { user: 'sub' } },
        owner: { customer_id: { user: 'number' } },
      },
      operations: [
        'get',
        { name: 'create', fields: ['text', 'tenant_id', 'customer'] },
        { name: 'update', fields: ['text', 'customer', { name: 'buyer', type: 'uuid' }] },
        { name: 'audit' },
        { name: 'cancel', fn: 'shop.actions.cancel', require_auth: false },
      ],
    },
    // The column itself would be left to requests.
    { model: 'shop.models.Invoice', access: { owner: { customer: { user: 'sub' } } }, operations: ['get'] },
  ],
}

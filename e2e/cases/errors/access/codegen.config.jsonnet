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
        { name: 'create', fields: ['text', 'tenant_id'] },
        { name: 'audit' },
        { name: 'cancel', fn: 'shop.actions.cancel', require_auth: false },
      ],
    },
  ],
}

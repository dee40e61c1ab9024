{
  version: '1',
  module: 'shop',
  auth: { verify_credentials_fn: 'shop.users.verify', claims: { sub: 'str', company_id: 'int' } },
  resources: [
    {
      model: 'shop.models.Line',
      access: { tenant: { company_id: { user: 'company_id' } } },
      operations: ['get'],
    },
    {
      model: 'shop.models.Order',
      operations: [
        { name: 'get', fields: ['id', { name: 'label', type: 'str' }, { name: 'line_count', type: 'int' }] },
      ],
    },
  ],
}

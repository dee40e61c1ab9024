local id = { name: 'id', type: 'uuid' };
local number = { name: 'number', type: 'str' };

{
  version: '1',
  module: 'shop',
  models: false,
  auth: {
    verify_credentials_fn: 'shop.auth.verify',
    claims: { sub: 'uuid', roles: 'list[str]' },
  },
  resources: [
    {
      model: 'shop.models.Order',
      access: {
        tenant: { customer_id: { user: 'sub' } },
        rules: [
          { allow: ['get', 'rename'] },
          { allow: ['copy', 'purge'], to: { role: 'admin' } },
          { allow: ['ship'], where: { number: { not: 'draft' } } },
        ],
      },
      operations: [
        { name: 'get', fields: [id, number] },
        { name: 'copy' },
        { name: 'purge' },
        { name: 'rename' },
        { name: 'ship' },
      ],
    },
    // Nothing has to be asked where the rows are open to all.
    {
      model: 'shop.models.Product',
      operations: [
        { name: 'get', fields: [id] },
        { name: 'copy' },
        { name: 'purge' },
        { name: 'rename' },
        { name: 'ship' },
      ],
    },
  ],
}

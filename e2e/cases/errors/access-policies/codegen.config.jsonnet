local owner = { customer_id: { user: 'sub' } };

{
  version: '1',
  access: { rls: true },
  auth: { verify_credentials_fn: 'shop.auth.verify', claims: { sub: 'uuid', code: 'str' } },
  apps: [
    {
      config: {
        module: 'orders',
        resources: [
          {
            model: 'shop.models.Order',
            access: {
              owner: owner,
              rules: [
                { allow: ['get'], where_fn: 'shop.rows.visible' },
                { allow: ['get'], where: { code: { user: 'code' }, state: 'new' } },
              ],
            },
            operations: ['get'],
          },
          { model: 'shop.models.OrderReport', access: { owner: owner }, operations: ['get'] },
          // What the config says itself, the model need not.
          {
            model: 'shop.models.Parcel',
            access: {
              owner: { code: { user: 'code' } },
              table: { name: 'parcels', columns: { code: { name: 'Code', type: 'text' } } },
            },
            operations: ['get'],
          },
          {
            model: 'shop.models.Letter',
            access: { owner: owner, table: { name: 'letters', columns: {} } },
            operations: ['get'],
          },
          // Nothing is known of it.
          {
            model: 'shop.later.Invoice',
            access: { owner: owner },
            pk_type: 'uuid',
            operations: [{ name: 'get', fields: [{ name: 'id', type: 'uuid' }] }],
          },
        ],
      },
    },
    {
      prefix: '/reports',
      config: {
        module: 'reports',
        // The rules would hold for these routes, too.
        resources: [{ model: 'shop.models.Order', access: 'open', operations: ['get'] }],
      },
    },
    {
      prefix: '/stamps',
      config: {
        module: 'stamps',
        // Told of at the resource that takes it over.
        operations: [{ name: 'upsert', by: ['id'], fields: [{ name: 'id', type: 'uuid' }] }],
        resources: [{ model: 'shop.later.Stamp', access: 'open' }],
      },
    },
  ],
}

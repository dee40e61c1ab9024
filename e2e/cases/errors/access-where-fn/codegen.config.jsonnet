{
  version: '1',
  module: 'orders',
  auth: { verify_credentials_fn: 'shop.auth.verify', claims: { sub: 'uuid' } },
  resources: [
    {
      model: 'shop.models.Order',
      access: {
        rules: [
          { allow: ['get'], where_fn: 'shop.rows.visble' },
          { allow: ['get'], where_fn: 'shop.rows.Visible' },
          { allow: ['get'], where_fn: 'shop.rows.fetched' },
          { allow: ['get'], where_fn: 'shop.rows.of_number' },
          { allow: ['get'], where_fn: 'shop.rows.of_nobody' },
          { allow: ['get'], where_fn: 'shop.rows.by_keyword' },
          { allow: ['get'], where_fn: 'shop.rows.decided' },
          { allow: ['get'], to: 'anyone', where_fn: 'shop.rows.visible' },
          // These are right, and a module that is not there yet is not checked.
          { allow: ['get'], where_fn: 'shop.rows.visible' },
          { allow: ['get'], where_fn: 'shop.rows.with_default' },
          { allow: ['get'], where_fn: 'shop.later.visible' },
        ],
      },
      operations: ['get'],
    },
  ],
}

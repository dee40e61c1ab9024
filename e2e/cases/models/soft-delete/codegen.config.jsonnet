local soft = { name: 'delete', soft: 'deleted_at' };

{
  version: '1',
  package_prefix: 'api',
  apps: [
    {
      config: {
        module: 'shop',
        resources: [
          {
            model: 'shop.models.Product',
            operations: [
              soft,
              { name: 'update', fields: ['title', 'deleted_at'] },
              { name: 'create', fields: ['title', { name: 'sizes', fields: ['deleted_at'] }] },
            ],
          },
          { model: 'shop.models.Size', operations: [soft] },
          // It has no time.
          { model: 'shop.models.Shelf', operations: [{ name: 'delete', soft: 'emptied' }] },
          // It is never NULL.
          { model: 'shop.models.Rack', operations: [soft] },
          // What a delete removes can neither be restored nor listed.
          {
            model: 'shop.models.Label',
            operations: ['get', { name: 'list', include_deleted: { role: 'admin' } }, 'delete', 'restore'],
          },
          // Its foreign key deletes it with its size, and the relationship with its product.
          { model: 'shop.models.Photo', operations: ['get'] },
        ],
      },
    },
    {
      prefix: '/admin',
      config: {
        module: 'admin',
        resources: [
          // The other app keeps the rows.
          { model: 'shop.models.Product', operations: ['delete'] },
          { model: 'shop.models.Crate', operations: [{ name: 'delete', soft: 'removed_at' }] },
        ],
      },
    },
  ],
}

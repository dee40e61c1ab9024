{
  version: '1',
  module: 'shop',
  resources: [
    {
      model: 'shop.models.Product',
      operations: [
        { name: 'create', fields: ['name', 'note'] },
        { name: 'update', fields: ['name', 'note'] },
      ],
    },
    // Without fields, its update leaves the name out.
    { model: 'shop.models.Brand', operations: ['get', 'create', 'update'] },
  ],
}

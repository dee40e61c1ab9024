// A page of orders, each with its customer and its first lines.
{
  version: '1',
  module: 'shop',
  resources: [{
    model: 'shop.models.Order',
    require_auth: false,
    operations: ['get', {
      name: 'list',
      fields: [
        'id',
        'status',
        { name: 'customer', fields: ['id', 'name'] },
        { name: 'lines', order: 'position', limit: 5, fields: ['id', 'position', 'quantity'] },
      ],
      pagination: { mode: 'keyset' },
    }],
  }],
}

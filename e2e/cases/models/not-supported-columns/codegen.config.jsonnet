{
  version: '1',
  module: 'shop',
  resources: [
    { model: 'shop.models.Board', operations: ['get'] },
    {
      model: 'shop.models.Animal',
      operations: ['get', { name: 'update', fields: ['name', 'kind'] }],
    },
  ],
}

{
  version: '1',
  module: 'shop',
  resources: [
    { model: 'shop.models.Board', operations: ['get'] },
    {
      model: 'shop.models.Animal',
      operations: [
        { name: 'get', fields: ['name'] },
        { name: 'update', fields: ['name', 'kind', { name: 'words', type: 'str' }] },
      ],
    },
  ],
}

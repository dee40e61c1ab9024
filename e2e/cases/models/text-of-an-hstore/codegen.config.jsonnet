{
  version: '1',
  module: 'shop',
  resources: [
    {
      model: 'shop.models.Product',
      operations: [
        { name: 'get', fields: ['id', { name: 'labels', type: 'str' }, { name: 'code', type: 'str' }] },
      ],
    },
  ],
}

{
  version: '1',
  module: 'shop',
  resources: [
    {
      model: 'shop.models.Product',
      operations: [
        { name: 'get', fields: [{ name: 'id', type: 'int', json: true }, { name: 'made', type: 'decimal' }] },
        { name: 'create', fields: [{ name: 'days', type: 'list[datetime]' }, { name: 'made', type: 'json', json: true }] },
      ],
    },
  ],
}

{
  version: '1',
  module: 'shop',
  resources: [
    {
      model: 'shop.models.Board',
      operations: [
        { name: 'get', fields: ['id', { name: 'cells', type: 'json', class: 'shop.types.Grid' }] },
        { name: 'list', fields: ['id', 'cells'] },
        { name: 'create', fields: [{ name: 'cells', type: 'list[int]' }] },
        { name: 'update', fields: [{ name: 'cells', type: 'json' }] },
      ],
    },
  ],
}

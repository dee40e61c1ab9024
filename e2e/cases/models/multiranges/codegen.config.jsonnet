{
  version: '1',
  module: 'shop',
  resources: [
    {
      model: 'shop.models.Slot',
      operations: [
        'get',
        { name: 'list', fields: ['id', 'times', { name: 'pauses', type: 'list[str]' }] },
        {
          name: 'update',
          fields: [{ name: 'spans', type: 'list[int]' }, { name: 'times', type: 'json', class: 'shop.types.Times' }, { name: 'pauses', type: 'json', class: 'shop.types.Pauses' }],
        },
      ],
    },
  ],
}

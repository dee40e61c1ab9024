{
  version: '1',
  module: 'shop',
  resources: [
    {
      model: 'shop.models.Slot',
      operations: [
        'get',
        { name: 'list', fields: ['id', 'times'] },
        {
          name: 'update',
          fields: [{ name: 'spans', type: 'list[int]' }, { name: 'times', type: 'json', class: 'shop.types.Times' }],
        },
      ],
    },
  ],
}

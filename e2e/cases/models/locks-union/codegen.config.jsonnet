local operations = [
  { name: 'get', fields: ['id', 'name'] },
  { name: 'create', fields: ['id', 'name'] },
  { name: 'update', fields: ['name'] },
  'delete',
  { name: 'hire', fn: 'shop.actions.hire' },
  { name: 'count', fn: 'shop.actions.count', on: 'collection' },
  { name: 'greet', fn: 'shop.actions.greet', lock: false },
];
{
  version: '1',
  module: 'shop',
  resources: [
    { model: 'shop.models.Employee', operations: operations },
    { model: 'shop.models.Manager', operations: [operations[3]] },
    {
      model: 'shop.models.Document',
      pk: 'id',
      pk_type: 'int',
      operations: [{ name: 'update', fields: [{ name: 'title', type: 'str' }] }],
    },
    { model: 'shop.models.Letter', operations: ['get', 'create', 'update', 'delete'] },
  ],
}

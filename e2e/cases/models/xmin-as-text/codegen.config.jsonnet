local operations = [
  { name: 'get', fields: ['id', 'total'] },
  { name: 'create', fields: ['total'] },
  { name: 'update', fields: ['total'] },
  'delete',
];
{
  version: '1',
  module: 'shop',
  resources: [
    { model: 'shop.models.Order', operations: operations },
    { model: 'shop.models.Invoice', operations: operations },
  ],
}

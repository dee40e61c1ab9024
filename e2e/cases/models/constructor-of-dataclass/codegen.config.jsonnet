{
  version: '1',
  module: 'shop',
  resources: [
    { model: 'shop.models.Order', operations: ['get', 'create'] },
    { model: 'shop.models.Line', operations: [{ name: 'create', fields: ['id', 'count', 'position'] }] },
  ],
}

// The path of a line has the form of one of an order.
{
  version: '1',
  module: 'shop',
  resources: [
    { model: 'shop.models.Order', pk: ['region', 'number'], pk_type: ['str', 'int'], operations: ['delete'] },
    {
      model: 'shop.models.Line',
      route_prefix: '/orders/lines',
      operations: [{ name: 'get', fields: [{ name: 'id', type: 'uuid' }] }, 'delete'],
    },
  ],
}

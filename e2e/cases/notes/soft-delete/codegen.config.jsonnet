// Values that a deleted row keeps from new ones, and values that it does not.
{
  version: '1',
  module: 'shop_api',
  resources: [
    { model: 'shop.models.Product', operations: ['get', { name: 'delete', soft: 'deleted_at' }] },
    { model: 'shop.models.Label', operations: ['get', { name: 'delete', soft: 'deleted_at' }] },
  ],
}

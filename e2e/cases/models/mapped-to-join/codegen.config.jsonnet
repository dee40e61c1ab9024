{
  version: '1',
  module: 'shop',
  resources: [
    { model: 'shop.models.UserAddress', operations: ['get', 'list'] },
    { model: 'shop.models.Delivery', operations: [{ name: 'get', fields: ['id'] }] },
    { model: 'shop.models.OpenDelivery', operations: ['get'] },
  ],
}

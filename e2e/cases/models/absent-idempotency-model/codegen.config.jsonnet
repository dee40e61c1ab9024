{
  version: '1',
  module: 'shop',
  idempotency: { model: 'shop.models.IdempotencyKeys' },
  resources: [{ model: 'shop.models.Order', operations: ['create'] }],
}

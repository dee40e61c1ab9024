{
  version: '1',
  module: 'shop',
  idempotency: { model: 'shop.models.IdempotencyKey' },
  resources: [{ model: 'shop.models.Order', operations: ['create'] }],
}

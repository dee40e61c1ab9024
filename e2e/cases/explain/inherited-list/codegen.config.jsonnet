// The operations stand in the config around the resource; several apps have it.
{
  version: '1',
  operations: ['get', { name: 'list', pagination: { mode: 'offset' } }],
  apps: [
    { prefix: '/v1', config: { module: 'first', resources: [{ model: 'shop.models.Review' }] } },
    { prefix: '/v2', config: { module: 'second', resources: [{ model: 'shop.models.Review' }] } },
  ],
}

{
  version: '1',
  module: 'blog',
  resources: [],
  apps: [{ prefix: '/shop', config: { module: 'shop', resources: [] } }],
}

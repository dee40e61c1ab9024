{
  version: '1',
  apps: [
    { prefix: '/blog', config: { module: 'blog', resources: [] } },
    { prefix: '/blog', config: { module: 'blog', resources: [] } },
  ],
}

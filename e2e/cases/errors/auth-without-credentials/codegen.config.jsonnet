{
  version: '1',
  module: 'blog',
  auth: { type: 'jwt', secret_env: 'JWT_SECRET', token_url: '/auth/token' },
  resources: [
    { model: 'blog.models.Article', operations: [{ name: 'get', fields: [{ name: 'id', type: 'uuid' }] }] },
  ],
}

{
  version: '1',
  module: 'blog',
  auth: {
    algorithm: 'none',
    token_url: 'auth/token',
    token_lifetime: 0,
    verify_credentials_fn: 'blog.auth.verify credentials',
  },
  resources: [
    { model: 'blog.models.Article', operations: [{ name: 'get', fields: [{ name: 'id', type: 'uuid' }] }] },
  ],
}

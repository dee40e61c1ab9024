{
  version: '1',
  module: 'blog',
  auth: { type: 'jwt', secret_env: 'JWT_SECRET', verify_credentials_fn: 'blog.actions.verfy' },
  resources: [
    {
      model: 'blog.models.Article',
      operations: [
        'get',
        { name: 'publish', fn: 'blog.actions.publsh' },
      ],
    },
  ],
}

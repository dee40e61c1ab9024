{
  version: '1',
  module: 'blog',
  auth: { verify_credentials_fn: 'blog.auth.verify' },
  resources: [
    {
      model: 'blog.models.Article',
      operations: [
        { name: 'get', require_auth: false, handler: 'blog.overrides.whose' },
        { name: 'list', handler: 'blog.overrides.search' },
        { name: 'create', before: 'blog.overrides.tidy', handler: 'blog.overrides.make' },
        { name: 'update', before: 'blog.overrides.tidy', handler: { fn: 'blog.overrides.change' } },
        { name: 'delete', handler: ['blog.overrides.remove'] },
        { name: 'publish', fn: 'blog.overrides.publish', handler: 'blog.overrides.publish' },
      ],
    },
  ],
}

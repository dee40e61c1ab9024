{
  version: '1',
  module: 'blog',
  auth: { verify_credentials_fn: 'blog.auth.verify' },
  resources: [
    {
      model: 'blog.models.Article',
      operations: [
        'get',
        { name: 'create', require_auth: false, before: 'blog.hooks.late', after: ['blog.hooks.whose'] },
        { name: 'update', before: 'blog.hooks.late', after: 'blog.hooks.whose' },
        { name: 'delete', before: { fn: 'blog.hooks.whose', takes: { row: 'required' } } },
      ],
    },
    {
      model: 'blog.models.Author',
      operations: [
        { name: 'delete', before: ['blog.hooks.gone', { fn: 'blog.hooks.gone' }, 'blog.hooks.gone'] },
      ],
    },
  ],
}

{
  version: '1',
  module: 'blog',
  resources: [
    {
      model: 'blog.models.Article',
      operations: [
        'get',
        { name: 'create', before: ['blog.hooks.check', 'blog.hooks.chekc', 'blog.hooks.hidden'], after: 'blog.hooks.log' },
        { name: 'update', before: 'blog.hooks.nothing', after: 'blog.hooks.slow' },
        { name: 'delete', before: 'blog.elsewhere.check' },
      ],
    },
  ],
}

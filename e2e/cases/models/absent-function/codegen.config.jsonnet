{
  version: '1',
  module: 'blog',
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

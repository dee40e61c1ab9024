{
  version: '1',
  module: 'blog',
  models: 'blog/model/*.py',
  resources: [
    {
      model: 'blog.models.Article',
      operations: [
        'get',
      ],
    },
  ],
}

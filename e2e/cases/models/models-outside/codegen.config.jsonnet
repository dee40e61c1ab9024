{
  version: '1',
  module: 'blog',
  models: '../../../../models.py',
  resources: [
    {
      model: 'blog.models.Article',
      operations: [
        'get',
      ],
    },
  ],
}

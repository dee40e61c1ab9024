{
  version: '1',
  module: 'blog',
  resources: [
    {
      model: 'blog.models.Article',
      pk: 'title',
      operations: [
        'get',
      ],
    },
  ],
}

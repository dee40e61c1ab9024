{
  version: '1',
  module: 'blog',
  resources: [
    {
      model: 'blog.models.ArticleList',
      operations: [
        'get',
        'create',
        { name: 'update' },
        'delete',
      ],
    },
  ],
}

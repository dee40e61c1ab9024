{
  version: '1',
  module: 'blog_api',
  resources: [
    {
      model: 'blog.models.Article',
      operations: [
        'get',
        {
          name: 'list',
          fields: ['id', { name: 'comments', fields: ['id'] }],
          filters: { fields: ['author.nam', 'writer.name', 'comments.article.title', 'newest.id', 'comment'] },
          ordering: { fields: ['author.name', 'author', 'comments', 'comments.id', 'author.nam', 'author_name'] },
        },
      ],
    },
  ],
}

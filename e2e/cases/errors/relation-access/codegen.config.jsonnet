{
  version: '1',
  module: 'blog_api',
  access: { required: true },
  resources: [
    {
      model: 'blog.models.Article',
      access: 'open',
      operations: [
        {
          name: 'get',
          fields: [
            'id',
            { name: 'author', fields: ['name'] },
            { name: 'comment_count', count: 'comments' },
            { name: 'comments', resource: 'remark', fields: ['id', { name: 'article', fields: ['id'] }] },
          ],
        },
      ],
    },
  ],
}

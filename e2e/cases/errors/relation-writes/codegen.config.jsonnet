{
  version: '1',
  module: 'blog_api',
  auth: { verify_credentials_fn: 'blog.auth.verify', claims: { tenant_id: 'int', role: 'str' } },
  access: { required: true },
  resources: [
    {
      model: 'blog.models.Article',
      access: 'open',
      operations: [
        {
          name: 'create',
          fields: [
            'author_id',
            {
              name: 'comments',
              fields: ['body', 'tenant_id', 'article_id', { name: 'article', fields: ['id'] }],
              min_items: 5,
              max_items: 2,
            },
            { name: 'author', fields: ['name'] },
            { name: 'tags', fields: ['id'] },
            { name: 'reviews', of: 'blog.models.Review', fields: ['author_id', 'grade'] },
          ],
        },
        { name: 'update', fields: [{ name: 'comments', fields: ['body'] }] },
      ],
    },
    {
      model: 'blog.models.Comment',
      access: { tenant: { tenant_id: { user: 'tenant_id' } } },
      operations: ['get'],
    },
  ],
}

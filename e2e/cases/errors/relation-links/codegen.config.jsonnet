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
            { name: 'authors', of: 'blog.models.Author', through: 'blog.models.Review', link: true },
            { name: 'notes', of: 'blog.models.Comment', link: true },
            { name: 'labels', of: 'blog.models.Tag', through: 'blog.models.Label', link: true },
            { name: 'stickers', of: 'blog.models.Tag', link: true },
          ],
        },
        {
          name: 'update',
          fields: [{ name: 'author', link: true }, { name: 'tags', link: true }, { name: 'tagz', link: true }],
        },
      ],
    },
    {
      model: 'blog.models.Label',
      access: { rules: [{ allow: '*' }] },
      operations: ['get'],
    },
  ],
}

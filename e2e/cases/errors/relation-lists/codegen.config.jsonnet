local id = ['id'];
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
            { name: 'author', order: 'name', limit: 5, fields: ['nam', 'initials'] },
            { name: 'comments', access: 'open', order: ['-created_at', 'data'], fields: id },
            {
              name: 'notes', of: 'blog.models.Comment', access: 'open', fields: [{
                name: 'article',
                fields: [{ name: 'author', access: 'open', fields: [{ name: 'articles', fields: id }] }],
              }],
            },
          ],
        },
        {
          name: 'list',
          fields: [
            { name: 'author', fields: id },
            { name: 'comments', access: 'open', limit: 2000, fields: id },
          ],
        },
      ],
    },
  ],
}

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
            'comments',
            { name: 'commets', fields: id },
            { name: 'title', fields: id },
            { name: 'editor', fields: id },
            { name: 'newest', fields: id },
            { name: 'reviewer', of: 'blog.models.Author', fields: id },
            { name: 'publisher', via: 'publisher_id', fields: id },
            { name: 'writer', via: 'title', fields: id },
            { name: 'tags', of: 'blog.models.Tag', fields: id },
            { name: 'title_count', count: 'title' },
          ],
        },
      ],
    },
  ],
}

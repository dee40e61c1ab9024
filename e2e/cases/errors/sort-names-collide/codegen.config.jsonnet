{
  version: '1',
  module: 'blog',
  resources: [
    {
      model: 'blog.models.Article',
      operations: [
        { name: 'get', fields: [{ name: 'id', type: 'uuid' }] },
        {
          name: 'list',
          fields: [{ name: 'id', type: 'uuid' }, { name: 'Title', type: 'str' }, { name: 'title', type: 'str' }],
          ordering: { fields: ['Title', 'title'] },
        },
      ],
    },
  ],
}

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
          fields: [{ name: 'id', type: 'uuid' }],
          pagination: { mode: 'offset', default_page_size: 50, max_page_size: 20 },
        },
      ],
    },
  ],
}

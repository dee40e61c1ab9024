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
          field: [{ name: 'id', type: 'uuid' }],
          pagination: { mode: 'keyset', page_size: 10 },
        },
      ],
    },
  ],
}

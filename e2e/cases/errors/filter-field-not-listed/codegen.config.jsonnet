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
          fields: [{ name: 'id', type: 'uuid' }, { name: 'title', type: 'str' }],
          filters: { fields: ['titel', 'id'] },
          ordering: { fields: ['created_at'], default: 'title', default_dir: 'up' },
          pagination: { mode: 'cursor', default_page_size: 0, max_page_size: -1 },
        },
      ],
    },
  ],
}

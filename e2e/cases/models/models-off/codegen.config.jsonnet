{
  version: '1',
  module: 'blog',
  models: false,
  resources: [
    {
      model: 'blog.models.Article',
      operations: [
        'get',
        { name: 'list', fields: ['id', 'title'], ordering: { fields: ['title'] } },
        { name: 'create', fields: [{ name: 'title', type: 'str' }, 'slug'] },
        'delete',
      ],
    },
  ],
}

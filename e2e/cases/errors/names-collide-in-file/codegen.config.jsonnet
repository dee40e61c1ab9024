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
          ordering: { fields: ['id', 'title'] },
        },
        { name: 'create', fields: [{ name: 'title', type: 'str' }] },
        { name: 'Create', fn: 'blog.actions.create', params: [{ name: 'title', type: 'str' }] },
      ],
    },
  ],
}

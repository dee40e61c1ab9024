{
  version: '1',
  module: 'blog',
  resources: [
    {
      model: 'blog.models.Article',
      operations: [
        { name: 'get', fields: ['id', { name: 'title', type: 'int' }, { name: 'status', type: 'int' }] },
      ],
    },
  ],
}

{
  version: '1',
  module: 'blog',
  resources: [
    {
      model: 'blog.models.Article',
      operations: [{ name: 'list', fields: [{ name: 'id', type: 'uuid' }] }],
    },
  ],
}

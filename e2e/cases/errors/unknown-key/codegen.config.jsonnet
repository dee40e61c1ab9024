{
  version: '1',
  module: 'blog',
  database: [],
  resources: [
    {
      model: 'blog.models.Article',
      generate_test: true,
      operations: [{ name: 'get', fields: [{ name: 'id', type: 'uuid' }] }],
    },
  ],
}

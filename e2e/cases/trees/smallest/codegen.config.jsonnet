{
  version: '1',
  models: false,
  module: 'blog',
  resources: [
    {
      model: 'blog.models.Article',
      operations: [{ name: 'get', fields: [{ name: 'title', type: 'str' }] }],
    },
  ],
}

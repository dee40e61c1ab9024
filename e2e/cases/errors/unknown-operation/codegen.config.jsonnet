{
  version: '1',
  module: 'blog',
  resources: [
    {
      model: 'blog.models.Article',
      operations: [{ name: 'get', fields: [{ name: 'id', type: 'uuid' }] }, 'dleete', { name: 'merge', fields: [] }, 'auth', 'router'],
    },
  ],
}

{
  version: '1',
  module: 'blog',
  resources: [
    {
      model: 'blog.models.Article',
      operations: [
        { name: 'get', fields: ['id', { name: 'status', enum: ['draft'] }] },
        { name: 'update', fields: [{ name: 'status', enum: ['draft', 'archived'] }] },
      ],
    },
  ],
}

{
  version: '1',
  module: 'blog',
  resources: [
    {
      model: 'blog.models.Article',
      operations: [
        'get',
        { name: 'list', fields: ['id', { name: 'heading', type: 'str' }], filters: {} },
      ],
    },
  ],
}

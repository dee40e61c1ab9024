{
  version: '1',
  module: 'blog',
  resources: [
    {
      model: 'blog.modles.Article',
      operations: [
        'get',
        { name: 'list', fields: ['id', 'title'], filters: { fields: ['title'] } },
        'delete',
      ],
    },
  ],
}

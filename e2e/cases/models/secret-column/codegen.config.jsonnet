{
  version: '1',
  module: 'blog',
  resources: [
    {
      model: 'blog.models.Author',
      operations: [
        'get',
        'delete',
      ],
    },
  ],
}

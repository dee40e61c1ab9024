{
  version: '1',
  module: 'blog',
  resources: [
    {
      model: 'blog.models.Artcle',
      operations: [
        'get',
      ],
    },
  ],
}

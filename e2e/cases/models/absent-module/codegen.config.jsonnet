{
  version: '1',
  module: 'blog',
  resources: [
    {
      model: 'blog.modles.Article',
      operations: [
        'get',
      ],
    },
  ],
}

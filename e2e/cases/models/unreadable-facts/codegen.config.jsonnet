{
  version: '1',
  module: 'blog',
  models: 'models.facts.json',
  resources: [
    {
      model: 'blog.models.Article',
      operations: [
        'get',
      ],
    },
  ],
}

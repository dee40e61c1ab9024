{
  version: '1',
  module: 'blog',
  resources: [
    {
      model: 'blog.models.Article',
      pk_type: 'guid',
      operations: ['gett'],
    },
  ],
}

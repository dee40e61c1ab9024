{
  version: '1',
  module: 'blog',
  resources: [
    {
      model: 'blog.models.OpeningHours',
      pk: ['branch', 'opens'],
      operations: ['get'],
    },
    {
      model: 'blog.models.Article',
      pk: ['slug', 'titel', 'slug'],
      operations: ['get'],
    },
    {
      model: 'blog.models.Author',
      pk: ['id', 'nme'],
      pk_type: ['uuid'],
      operations: [{ name: 'get', fields: ['id'] }],
    },
  ],
}

{
  version: '1',
  module: 'blog',
  resources: [
    {
      model: 'blog.models.Article',
      operations: [
        { name: 'get', fields: ['id', 'slug', 'title', 'price', 'gross', 'author_id'] },
        'delete',
      ],
    },
    { model: 'blog.models.OpeningHours', operations: ['get'] },
  ],
}

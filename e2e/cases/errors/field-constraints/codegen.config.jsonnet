{
  version: '1',
  module: 'blog',
  resources: [
    {
      model: 'blog.models.Article',
      operations: [
        {
          name: 'create',
          fields: [
            { name: 'count', type: 'int', min_length: 3 },
            { name: 'title', type: 'str', ge: 1, min_length: 9, max_length: 3 },
            { name: 'slug', type: 'str', pattern: '(' },
            { name: 'kind', type: 'str', enum: ['news', 'news'], default: 'essay' },
            { name: 'price', type: 'decimal', default: 'cheap' },
          ],
        },
      ],
    },
  ],
}

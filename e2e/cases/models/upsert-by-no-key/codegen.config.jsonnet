{
  version: '1',
  module: 'blog',
  resources: [
    {
      model: 'blog.models.Article',
      operations: [
        'get',
        { name: 'upsert', by: ['title'], fields: ['slug', 'title', 'author_id'] },
      ],
    },
  ],
}

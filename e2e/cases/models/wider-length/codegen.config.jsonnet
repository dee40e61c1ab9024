{
  version: '1',
  module: 'blog',
  resources: [
    {
      model: 'blog.models.Article',
      operations: [
        { name: 'update', fields: [{ name: 'title', max_length: 250 }, { name: 'price', decimal_places: 3 }] },
      ],
    },
  ],
}

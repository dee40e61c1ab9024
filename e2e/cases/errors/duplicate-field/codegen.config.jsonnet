{
  version: '1',
  module: 'blog',
  resources: [
    {
      model: 'blog.models.Article',
      operations: [
        {
          name: 'get',
          fields: [
            { name: 'id', type: 'uuid' },
            { name: 'title', type: 'str' },
            { name: 'title', type: 'int' },
          ],
        },
      ],
    },
  ],
}

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
            { name: 'model_config', type: 'json' },
            { name: '_secret', type: 'str' },
            { name: 'metadata', type: 'json' },
          ],
        },
      ],
    },
  ],
}

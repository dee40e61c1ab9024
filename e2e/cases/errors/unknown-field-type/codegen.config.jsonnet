{
  version: '1',
  module: 'blog',
  resources: [
    {
      model: 'blog.models.Article',
      operations: [
        { name: 'get', fields: [{ name: 'id', type: 'uuid' }, { name: 'title', type: 'string' }] },
        { name: 'create', fields: [{ name: 'at', type: 'date_time' }, { name: 'tags', type: 'list[text]' }] },
      ],
    },
  ],
}

{
  version: '1',
  module: 'blog',
  resources: [
    {
      model: 'blog.models.Article',
      operations: [
        { name: 'get', handler: 'blog.overrides.pick' },
        { name: 'list', handler: 'blog.overrides.search', filters: {} },
        { name: 'create', handler: 'blog.overrides.make' },
        { name: 'update', handler: 'blog.overrides.chnage' },
        { name: 'delete', handler: 'blog.overrides.slow' },
      ],
    },
    {
      model: 'blog.models.Author',
      operations: [
        { name: 'get', fields: ['name'], handler: 'blog.elsewhere.pick' },
        { name: 'create', fields: ['name'], handler: 'blog.overrides.change' },
        { name: 'update', fields: ['name'], handler: 'blog.overrides.search' },
        { name: 'delete', handler: 'blog.overrides.nothing' },
      ],
    },
  ],
}

{
  version: '1',
  module: 'blog',
  operations: ['get', 'list'],
  resources: [
    { model: 'blog.models.Status' },
    { model: 'blog.models.Base', operations: ['delete', { name: 'create', fields: ['title'] }] },
    { model: 'Article' },
  ],
}

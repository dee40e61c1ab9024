{
  version: '1',
  module: 'blog',
  operations: ['get', 'dleete'],
  resources: [{ model: 'blog.models.Article' }, { model: 'blog.models.Author' }],
}

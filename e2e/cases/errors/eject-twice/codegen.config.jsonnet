{
  version: '1',
  module: 'blog',
  resources: [{ model: 'blog.models.Article', operations: [{ name: 'get', handler: 'blog.overrides.get_article' }] }],
}

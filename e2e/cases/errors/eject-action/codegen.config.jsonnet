{
  version: '1',
  module: 'blog',
  resources: [{ model: 'blog.models.Article', operations: [{ name: 'publish', fn: 'blog.actions.publish' }] }],
}

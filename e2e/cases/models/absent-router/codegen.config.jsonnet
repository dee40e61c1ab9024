{
  version: '1',
  module: 'blog',
  routers: ['blog.extra.api_router', 'blog.extra.router'],
  resources: [{ model: 'blog.models.Article', operations: ['get'] }],
}

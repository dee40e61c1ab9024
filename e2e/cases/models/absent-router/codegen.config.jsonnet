{
  version: '1',
  module: 'blog',
  routers: ['blog.extra.api_router', 'blog.extra.router', { router: 'blog.extra.routes', auth: false }],
  resources: [{ model: 'blog.models.Article', operations: ['get'] }],
}

{
  version: '1',
  module: 'blog',
  databases: [
    { key: 'main', url_env: 'DATABASE_URL', default: true },
    { key: 'log', url_env: 'LOG_URL', default: true },
  ],
  resources: [
    { model: 'blog.models.Article', operations: [{ name: 'get', fields: [{ name: 'id', type: 'uuid' }] }] },
  ],
}

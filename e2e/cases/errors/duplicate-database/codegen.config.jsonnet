{
  version: '1',
  module: 'blog',
  databases: [
    { key: 'main', url_env: 'DATABASE_URL', default: true },
    { key: 'main', url_env: 'OTHER_URL' },
  ],
  resources: [
    { model: 'blog.models.Article', operations: [{ name: 'get', fields: [{ name: 'id', type: 'uuid' }] }] },
  ],
}

{
  version: '1',
  module: 'blog',
  databases: [{ key: 'main', url_env: 'DATABASE_URL' }],
  resources: [
    { model: 'blog.models.Article', db_key: 'mian', operations: [{ name: 'get', fields: [{ name: 'id', type: 'uuid' }] }] },
  ],
}

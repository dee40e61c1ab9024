{
  version: 1,
  module: ['blog'],
  package_prefix: null,
  databases: { key: 'main' },
  resources: [
    'blog.models.Article',
    { model: 'blog.models.Author', generate_tests: 'yes', operations: 'get' },
    { model: 'blog.models.Tag', operations: [7, { fields: [] }, { name: 'get', fields: 'id' }] },
  ],
}

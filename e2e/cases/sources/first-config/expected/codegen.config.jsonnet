// A first config, made of the models. It is yours: it is never written again.
{
  version: '1',
  module: 'blog',

  // For each resource that has no operations of its own. Fields are the columns of its model.
  operations: [
    'get',
    // Filters, and pages by a cursor; a plain 'list' would answer all rows at once.
    { name: 'list', filters: {}, pagination: { mode: 'keyset' } },
    'create',
    'update',
    'delete',
  ],

  // With `generate_tests: true`, a resource has tests. They need: pip install rowhouse-testing
  resources: [
    {
      model: 'blog.models.Author',
      // password_hash is left out: its name suggests a secret.
      operations: [
        { name: 'get', fields: ['id', 'name'] },
        { name: 'list', fields: ['id', 'name'], filters: {}, pagination: { mode: 'keyset' } },
        { name: 'create', fields: ['name'] },
        { name: 'update', fields: ['name'] },
        'delete',
      ],
    },
    {
      model: 'blog.models.Article',
      operations: [
        {
          name: 'get',
          fields: [
            'id', 'slug', 'title', 'subtitle', 'status', 'price', 'gross', 'author_id',
            { name: 'author', fields: ['id', 'name'] },
          ],
        },
        {
          name: 'list',
          fields: [
            'id', 'slug', 'title', 'subtitle', 'status', 'price', 'gross', 'author_id',
            { name: 'author', fields: ['id', 'name'] },
          ],
          filters: {},
          pagination: { mode: 'keyset' },
        },
        'create',
        'update',
        'delete',
      ],
    },
    { model: 'blog.models.OpeningHours' },
  ],
}

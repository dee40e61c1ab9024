local access = import 'stdlib/access.libsonnet';
local auth = import 'stdlib/auth/jwt.libsonnet';

// Types, lengths, enums and keys come from the columns. What else the API asks of a request stands here.
local nonEmpty(name) = { name: name, min_length: 1 };

{
  version: '1',
  module: 'blog',
  auth: auth.jwt({ verify_credentials_fn: 'blog.auth.verify_credentials', claims: { sub: 'uuid', role: 'str' } }),
  resources: [
    {
      model: 'blog.models.Author',
      generate_tests: true,
      local email = { name: 'email', type: 'email' },
      local public = ['id', 'name', email, 'created_at'],
      operations: [
        { name: 'get', fields: public },
        { name: 'list', fields: public, filters: { fields: ['name', 'email'] }, pagination: { mode: 'keyset' } },
        { name: 'create', fields: [nonEmpty('name'), email] },
        { name: 'update', fields: [nonEmpty('name')] },
        'delete',
      ],
    },
    {
      model: 'blog.models.Article',
      generate_tests: true,
      // Authors own their articles, editors change all, everybody reads what is published.
      access: access.owned('author_id') + {
        rules: [
          { allow: '*', to: 'owner' },
          { allow: '*', to: { role: 'editor' } },
          { allow: ['get', 'list'], where: { status: 'published' } },
          { allow: ['count_by_status'] },
        ],
      },
      local text = [nonEmpty('slug') { pattern: '^[a-z0-9]+(?:-[a-z0-9]+)*$' }, nonEmpty('title'), 'subtitle', 'body'],
      local price = { name: 'price', ge: 0 },
      local publishAt = { name: 'publish_at', like: 'Article.published_at' },
      local metadata = { name: 'metadata_', alias: 'metadata', default: {} },
      operations: [
        {
          name: 'get',
          fields: ['id'] + text + ['status', price, metadata, 'author_id', 'published_at', 'created_at', 'updated_at'],
        },
        {
          name: 'list',
          fields: ['id', 'slug', 'title', 'subtitle', 'status', 'price', 'author_id', 'published_at'],
          filters: {},
          ordering: { fields: ['title', 'price', 'published_at'], default: 'published_at', default_dir: 'desc' },
          pagination: { mode: 'keyset' },
        },
        { name: 'create', fields: text + [{ name: 'status', default: 'draft' }, price, metadata] },
        { name: 'update', fields: text + [price, metadata, 'published_at'] },
        'delete',
        { name: 'publish', fn: 'blog.actions.publish', params: [publishAt], returns: ['id', 'status', 'published_at'] },
        {
          name: 'count_by_status',
          fn: 'blog.actions.count_by_status',
          on: 'collection',
          returns: [{ name: status, type: 'int' } for status in ['draft', 'published', 'archived']],
        },
      ],
    },
    {
      model: 'blog.models.Tag',
      require_auth: false,
      generate_tests: true,
      operations: [
        'get',
        { name: 'list', filters: {}, ordering: { fields: ['name'], default: 'name' }, pagination: { mode: 'offset' } },
        { name: 'create', fields: [nonEmpty('name')] },
        { name: 'update', fields: [nonEmpty('name')] },
        'delete',
      ],
    },
    {
      model: 'blog.models.Comment',
      generate_tests: true,
      operations: [
        'get',
        {
          name: 'list',
          filters: { fields: ['article_id', 'author_name', 'created_at'] },
          ordering: { fields: ['created_at'], default: 'created_at' },
          pagination: { mode: 'keyset', cursor_field: 'created_at' },
        },
        { name: 'create', fields: ['article_id', nonEmpty('author_name'), nonEmpty('body') { max_length: 10000 }] },
        'delete',
      ],
    },
  ],
}

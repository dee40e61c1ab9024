local auth = import 'stdlib/auth/jwt.libsonnet';

local id = { name: 'id', type: 'uuid' };
local status = { name: 'status', type: 'str', enum: ['draft', 'published', 'archived'] };
local createdAt = { name: 'created_at', type: 'datetime' };
local email = { name: 'email', type: 'email', max_length: 320 };
local personName = { name: 'name', type: 'str', min_length: 1, max_length: 100 };

local article = {
  slug: { name: 'slug', type: 'str', min_length: 1, max_length: 100, pattern: '^[a-z0-9]+(?:-[a-z0-9]+)*$' },
  title: { name: 'title', type: 'str', min_length: 1, max_length: 200 },
  subtitle: { name: 'subtitle', type: 'str', nullable: true, max_length: 200 },
  body: { name: 'body', type: 'str' },
  price: { name: 'price', type: 'decimal', ge: 0 },
  metadata: { name: 'metadata_', type: 'json', alias: 'metadata', default: {} },
  author: { name: 'author_id', type: 'uuid' },
  publishedAt: { name: 'published_at', type: 'datetime', nullable: true },
};

{
  version: '1',
  module: 'blog',
  auth: auth.jwt({ verify_credentials_fn: 'blog.auth.verify_credentials' }),
  resources: [
    {
      model: 'blog.models.Author',
      generate_tests: true,
      local public = [id, personName, email, createdAt],
      operations: [
        { name: 'get', fields: public },
        {
          name: 'list',
          fields: public,
          filters: { fields: ['name', 'email'] },
          pagination: { mode: 'keyset' },
        },
        { name: 'create', fields: [personName, email] },
        { name: 'update', fields: [personName] },
        'delete',
      ],
    },
    {
      model: 'blog.models.Article',
      generate_tests: true,
      operations: [
        {
          name: 'get',
          fields: [
            id,
            article.slug,
            article.title,
            article.subtitle,
            article.body,
            status,
            article.price,
            article.metadata,
            article.author,
            article.publishedAt,
            createdAt,
            { name: 'updated_at', type: 'datetime' },
          ],
        },
        {
          name: 'list',
          fields: [
            id,
            article.slug,
            article.title,
            article.subtitle,
            status,
            article.price,
            article.author,
            article.publishedAt,
          ],
          filters: {},
          ordering: {
            fields: ['title', 'price', 'published_at'],
            default: 'published_at',
            default_dir: 'desc',
          },
          pagination: { mode: 'keyset' },
        },
        {
          name: 'create',
          fields: [
            article.slug,
            article.title,
            article.subtitle,
            article.body,
            status { default: 'draft' },
            article.price,
            article.metadata,
            article.author,
          ],
        },
        {
          name: 'update',
          fields: [
            article.slug,
            article.title,
            article.subtitle,
            article.body,
            article.price,
            article.metadata,
            article.publishedAt,
          ],
        },
        'delete',
        {
          name: 'publish',
          fn: 'blog.actions.publish',
          params: [{ name: 'publish_at', type: 'datetime', nullable: true }],
          returns: [id, status, article.publishedAt],
        },
        {
          name: 'count_by_status',
          fn: 'blog.actions.count_by_status',
          on: 'collection',
          returns: [
            { name: name, type: 'int' }
            for name in status.enum
          ],
        },
      ],
    },
    {
      model: 'blog.models.Tag',
      pk_type: 'int',
      require_auth: false,
      generate_tests: true,
      local id = { name: 'id', type: 'int' },
      local name = { name: 'name', type: 'str', min_length: 1, max_length: 50 },
      operations: [
        { name: 'get', fields: [id, name] },
        {
          name: 'list',
          fields: [id, name],
          filters: {},
          ordering: { fields: ['name'], default: 'name' },
          pagination: { mode: 'offset' },
        },
        { name: 'create', fields: [name] },
        { name: 'update', fields: [name] },
        'delete',
      ],
    },
    {
      model: 'blog.models.Comment',
      generate_tests: true,
      local article = { name: 'article_id', type: 'uuid' },
      local author = { name: 'author_name', type: 'str', min_length: 1, max_length: 100 },
      local body = { name: 'body', type: 'str', min_length: 1, max_length: 10000 },
      operations: [
        { name: 'get', fields: [id, article, author, body, createdAt] },
        {
          name: 'list',
          fields: [id, article, author, body, createdAt],
          filters: { fields: ['article_id', 'author_name', 'created_at'] },
          ordering: { fields: ['created_at'], default: 'created_at' },
          pagination: { mode: 'keyset', cursor_field: 'created_at' },
        },
        { name: 'create', fields: [article, author, body] },
        'delete',
      ],
    },
  ],
}

local access = import 'stdlib/access.libsonnet';
local auth = import 'stdlib/auth/jwt.libsonnet';

// Types, lengths, enums and keys come from the columns. What else the API asks of a request stands here.
local nonEmpty(name) = { name: name, min_length: 1 };

// Rows that `python -m blog.examples` adds: the documentation page can be tried out as it is.
local row(number) = '00000000-0000-4000-8000-%012d' % number;
local charles = row(1), unused = row(2);
local published = row(11), draft = row(12), discarded = row(13);
local praise = row(21), spam = row(22);

{
  version: '1',
  module: 'blog',
  docs: 'offline',
  auth: auth.jwt({ verify_credentials_fn: 'blog.auth.verify_credentials', claims: { sub: 'uuid', role: 'str' } }),
  resources: [
    {
      model: 'blog.models.Author',
      generate_tests: true,
      local email = { name: 'email', type: 'email' },
      local public = ['id', { name: 'name', example: 'Charles' }, email, 'created_at'],
      pk_example: charles,
      // Of their articles, everybody sees those that the access rules below allow.
      local articles = { name: 'articles', order: '-created_at', limit: 5, fields: ['id', 'title', 'status'] },
      operations: [
        { name: 'get', fields: public + [articles, { name: 'article_count', count: 'articles' }] },
        {
          name: 'list',
          fields: public + [{ name: 'article_count', count: 'articles' }],
          filters: { fields: ['name', 'email', 'articles', 'articles.title'] },
          ordering: { fields: ['name', 'article_count'], default: 'name' },
          pagination: { mode: 'keyset' },
        },
        { name: 'create', fields: [nonEmpty('name') { example: 'Grace' }, email { example: 'grace@example.org' }] },
        { name: 'update', fields: [nonEmpty('name') { example: 'Charles B.' }] },
        { name: 'delete', pk_example: unused },
      ],
    },
    {
      model: 'blog.models.Article',
      generate_tests: true,
      // Who changes an article says which version of it: nobody overwrites what somebody else has just saved.
      version: 'row_version',
      // Authors own their articles, editors change all, everybody reads what is published.
      access: access.owned('author_id') + {
        rules: [
          { allow: '*', to: 'owner' },
          { allow: '*', to: { role: 'editor' } },
          { allow: ['get', 'list'], where: { status: 'published' } },
          { allow: ['count_by_status'] },
        ],
      },
      local text(slug, title) = [
        nonEmpty('slug') { pattern: '^[a-z0-9]+(?:-[a-z0-9]+)*$', example: slug },
        nonEmpty('title') { example: title },
        { name: 'subtitle', example: 'What they can do' },
        { name: 'body', example: 'They weave.' },
      ],
      local price = { name: 'price', ge: 0, example: '4.50' },
      local publishAt = { name: 'publish_at', like: 'Article.published_at' },
      local metadata = { name: 'metadata_', alias: 'metadata', default: {} },
      local tags = { name: 'tags', of: 'blog.models.Tag', through: 'blog.models.ArticleTag' },
      local shown = [
        { name: 'author', fields: ['name'] },
        tags { order: 'name', fields: ['id', 'name'] },
        { name: 'comment_count', count: 'comments', description: 'How many comments it has.' },
      ],
      local linked = [tags { link: true, max_items: 10 }],
      pk_example: published,
      operations: [
        {
          name: 'get',
          fields: ['id', 'slug', 'title', 'subtitle', 'body', 'status', 'price', metadata, 'author_id', 'published_at', 'created_at', 'updated_at'] + shown,
        },
        {
          name: 'list',
          fields: ['id', 'slug', { name: 'title', example: 'On engines' }, 'subtitle', 'status', 'price', 'author_id', 'published_at'] + shown,
          filters: { fields: ['id', 'slug', 'title', 'subtitle', 'status', 'price', 'author_id', 'published_at', 'tags.name', 'comment_count'] },
          ordering: { fields: ['title', 'price', 'published_at', 'author.name'], default: 'published_at', default_dir: 'desc' },
          pagination: { mode: 'keyset' },
        },
        { name: 'create', fields: text('on-looms', 'On looms') + [{ name: 'status', default: 'draft' }, price, metadata] + linked },
        { name: 'update', fields: text('on-engines', 'On engines, revised') + [price, metadata, 'published_at'] + linked },
        { name: 'delete', pk_example: discarded },
        {
          name: 'publish',
          fn: 'blog.actions.publish',
          params: [publishAt],
          returns: ['id', 'status', 'published_at'],
          pk_example: draft,
        },
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
        { name: 'create', fields: [nonEmpty('name') { example: 'looms' }] },
        { name: 'update', fields: [nonEmpty('name') { example: 'machines' }] },
        { name: 'delete', pk_example: 2 },
        { name: 'upsert', by: ['name'], fields: [nonEmpty('name') { example: 'looms' }] },
      ],
    },
    {
      model: 'blog.models.Comment',
      generate_tests: true,
      pk_example: praise,
      local article = { name: 'article_id', example: published },
      operations: [
        'get',
        {
          name: 'list',
          fields: ['id', 'article_id', { name: 'author_name', example: 'Mary' }, 'body', 'created_at'],
          filters: { fields: ['article_id', 'author_name', 'created_at'] },
          ordering: { fields: ['created_at'], default: 'created_at' },
          pagination: { mode: 'keyset', cursor_field: 'created_at' },
        },
        { name: 'create', fields: [article, nonEmpty('author_name') { example: 'Mary' }, nonEmpty('body') { max_length: 10000 }] },
        { name: 'delete', pk_example: spam },
      ],
    },
  ],
}

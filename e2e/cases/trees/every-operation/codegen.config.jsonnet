local auth = import 'stdlib/auth/jwt.libsonnet';
local f = import 'stdlib/fastapi/fields.libsonnet';
local ops = import 'stdlib/fastapi/operations.libsonnet';

local id = f.uuid('id');
local title = f.str('title', { max_length: 200 });
local state = f.choice('state', ['draft', 'published']);

{
  version: '1',
  models: false,
  module: 'blog',
  auth: auth.jwt({ verify_credentials_fn: 'blog.auth.verify_credentials' }),
  resources: [
    {
      model: 'blog.models.BlogPost',
      generate_tests: true,
      operations: ops.crud(
        [id, title, state, f.nullable(f.datetime('published_at'))],
        writable=[title, f.withDefault(state, 'draft'), f.json('meta', { default: {} })],
        list={
          filters: { fields: ['title', 'state'] },
          ordering: { fields: ['title', 'published_at'], default: 'published_at', default_dir: 'desc' },
          pagination: ops.keyset({ cursor_field: 'published_at', max_page_size: 50 }),
        },
      ) + [
        ops.action('publish', 'blog.actions.publish', {
          params: [f.nullable(f.datetime('at'))],
          returns: [id, state],
        }),
        ops.action('count', 'blog.actions.count', { on: 'collection', require_auth: false }),
      ],
    },
  ],
}

// In plain fields: models are not read.
local field(name) = { name: name, type: 'str' };

{
  version: '1',
  module: 'blog',
  models: false,
  auth: { verify_credentials_fn: 'blog.auth.verify', claims: { sub: 'uuid' } },
  resources: [
    {
      model: 'blog.models.Article',
      operations: [
        { name: 'get', fields: [field('title')] },
        { name: 'create', fields: [field('title')], require_auth: false },
        { name: 'update', fields: [field('title')], handler: { fn: 'blog.overrides.change' } },
        { name: 'bulk', of: ['create', 'update', 'delete'], max: 500 },
      ],
    },
    {
      model: 'blog.models.Opening',
      pk: ['branch', 'weekday'],
      pk_type: ['int', 'int'],
      operations: [
        { name: 'get', fields: [field('title')] },
        'delete',
        { name: 'bulk', of: ['delete'] },
      ],
    },
    { model: 'blog.models.Label', operations: [{ name: 'bulk', of: ['upsert'] }] },
    {
      model: 'blog.models.Tag',
      access: { rules: [{ allow: ['create', 'bulk'] }] },
      operations: [{ name: 'create', fields: [field('name')] }, { name: 'bulk', of: ['create', 'update'] }],
    },
  ],
}

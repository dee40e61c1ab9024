// A warehouse of several shops, which everybody writes to at once: versions of rows.
local access = import 'stdlib/access.libsonnet';
local jwt = import 'stdlib/auth/jwt.libsonnet';

local tenant = access.tenant('shop_id');

{
  version: '1',
  module: 'stock',
  package_prefix: 'stock_api',
  access: { required: true },
  auth: jwt.jwt({ verify_credentials_fn: 'stock.accounts.verify', claims: { sub: 'uuid', shop_id: 'int' } }),
  idempotency: { model: 'stock.models.IdempotencyKey' },
  resources: [
    {
      // Its versions are counted by the API.
      model: 'stock.models.Product',
      access: tenant,
      version: 'row_version',
      generate_tests: true,
      operations: [
        'get',
        { name: 'list', filters: {}, pagination: { mode: 'offset' } },
        'create',
        'update',
        'delete',
        { name: 'bulk', of: ['create', 'update', 'delete'], max: 500 },
        { name: 'upsert', by: ['sku'], fields: ['sku', 'title', 'available', 'shelf_id'] },
        { name: 'reserve', fn: 'stock.actions.reserve', params: [{ name: 'number', type: 'int', ge: 1 }], lock: false },
      ],
    },
    {
      // Its key is unique among the rows of all shops that are not deleted, and a locked row stays as it is.
      model: 'stock.models.Supplier',
      access: tenant { rules: [{ allow: ['get', 'upsert', 'delete'], where: { locked: false } }, { allow: ['get'] }] },
      generate_tests: true,
      operations: [
        'get',
        { name: 'upsert', by: ['code'], fields: ['code', 'name', 'product_id', 'locked'] },
        { name: 'delete', soft: 'deleted_at' },
      ],
    },
    {
      // Its versions are counted by SQLAlchemy, and requests have to say which one they are about.
      model: 'stock.models.Label',
      access: tenant,
      version: { field: 'revision', required: true },
      generate_tests: true,
      operations: [
        { name: 'get', fields: ['id', 'text', 'revision', { name: 'product', of: 'stock.models.Product', via: 'product_id', fields: ['sku'] }] },
        'create',
        'update',
        'delete',
        { name: 'bulk', of: ['update'] },
        { name: 'print', fn: 'stock.actions.print_label' },
      ],
    },
    {
      // A model with a version_id_col has versions by itself.
      model: 'stock.models.Shelf',
      access: access.open(),
      generate_tests: true,
      operations: [
        { name: 'get', fields: ['id', 'name'] },
        'create',
        'update',
        { name: 'delete', soft: 'deleted_at' },
        'restore',
        { name: 'bulk', of: ['create', 'delete'] },
      ],
    },
  ],
}

// A current-user function of the project's own, and no package prefix.
local f = import 'stdlib/fastapi/fields.libsonnet';
local ops = import 'stdlib/fastapi/operations.libsonnet';

local id = f.int('id');
local sku = f.str('sku', { min_length: 1, max_length: 30 });
local quantity = f.withDefault(f.int('quantity', { ge: 0, le: 1000000 }), 0);

{
  version: '1',
  package_prefix: '',
  auth: { get_current_user_fn: 'warehouse.accounts.user_of_request' },
  apps: [
    {
      prefix: '/stock',
      config: {
        module: 'stock',
        resources: [
          {
            model: 'warehouse.models.StockItem',
            pk_type: 'int',
            generate_tests: true,
            operations: ops.crud(
              [id, sku, quantity],
              list={
                filters: {},
                ordering: { fields: ['sku', 'quantity'] },
                pagination: ops.keyset(),
              },
            ) + [
              ops.action('take', 'warehouse.actions.take', {
                params: [f.int('quantity', { gt: 0 })],
                returns: [id, f.int('quantity')],
              }),
              ops.action('total', 'warehouse.actions.total', { on: 'collection' }),
            ],
          },
        ],
      },
    },
    {
      // Models whose rules fields tell, or a function of the project: checks, validators, relationships, hooks.
      prefix: '/supply',
      config: {
        module: 'supply',
        resources: [
          {
            model: 'warehouse.models.Delivery',
            generate_tests: true,
            local shown = ['id', 'code', 'carrier', 'weekday', 'way', { name: 'title', type: 'str' }],
            local written = ['code', 'carrier', 'weekday', 'way'],
            operations: [
              { name: 'get', fields: shown },
              { name: 'list', fields: shown, filters: {}, ordering: { fields: ['weekday', 'carrier'] }, pagination: ops.keyset() },
              { name: 'create', fields: written },
              { name: 'update', fields: written },
              { name: 'delete', before: 'warehouse.hooks.keep' },
            ],
          },
          { model: 'warehouse.models.Label', generate_tests: true, operations: ['get', 'list', 'create', 'update', 'delete'] },
          {
            model: 'warehouse.models.Parcel',
            generate_tests: true,
            test_row_fn: 'warehouse.testing.make_parcel',
            operations: ['get', 'list', 'create', 'update', 'delete'],
          },
        ],
      },
    },
    {
      // No handlers: not mounted.
      prefix: '/later',
      config: { module: 'later', resources: [{ model: 'warehouse.models.Shelf', operations: [] }] },
    },
  ],
}

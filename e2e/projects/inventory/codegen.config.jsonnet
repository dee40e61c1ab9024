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
      // No handlers: not mounted.
      prefix: '/later',
      config: { module: 'later', resources: [{ model: 'warehouse.models.Shelf', operations: [] }] },
    },
  ],
}

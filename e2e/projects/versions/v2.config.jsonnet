// The second version adds a field, renames another in JSON, lists by offset, and requires keys of what is done once.
local f = import 'stdlib/fastapi/fields.libsonnet';
local ops = import 'stdlib/fastapi/operations.libsonnet';

(import 'v1.config.jsonnet') {
  package_prefix: 'generated.v2',
  module: 'shop_v2',
  auth+: { claims: { sub: 'str' } },
  idempotency: { model: 'shop.models.IdempotencyKey', required: true },
  resources: [
    {
      model: 'shop.models.Product',
      generate_tests: true,
      operations: ops.crud(
        [
          f.uuid('id'),
          f.str('name', { alias: 'title' }),
          f.int('cents'),
          f.withDefault(f.choice('currency', ['EUR', 'CHF']), 'EUR'),
        ],
        list={ pagination: ops.offset() },
      ),
    },
  ],
}

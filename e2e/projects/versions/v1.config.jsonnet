// The first version of the API. The module's name begins the operation ids, so each version has its own.
local f = import 'stdlib/fastapi/fields.libsonnet';
local ops = import 'stdlib/fastapi/operations.libsonnet';

{
  version: '1',
  package_prefix: 'generated.v1',
  module: 'shop_v1',
  auth: {
    secret_env: 'SHOP_SECRET',
    verify_credentials_fn: 'shop.accounts.verify_credentials',
  },
  resources: [
    {
      model: 'shop.models.Product',
      operations: ops.crud([f.uuid('id'), f.str('name'), f.int('cents')]),
    },
  ],
}

// Overrides auth, databases and operations.
local auth = import 'stdlib/auth/jwt.libsonnet';
local f = import 'stdlib/fastapi/fields.libsonnet';

{
  module: 'billing',
  auth: auth.jwt({
    secret_env: 'BILLING_SECRET',
    algorithm: 'HS512',
    token_url: '/login',
    token_lifetime: 600,
    exclude_paths: [],
    verify_credentials_fn: 'clinic.accounts.verify_accountant',
  }),
  databases: [{ key: 'ledger', url_env: 'LEDGER_URL', echo: false, pool_pre_ping: false }],
  operations: [
    { name: 'create', fields: [f.str('text', { max_length: 50 }), f.decimal('amount')] },
    { name: 'update', fields: [f.nullable(f.str('text', { max_length: 50 }))] },
    'delete',
  ],
  resources: [
    { model: 'clinic.models.LedgerEntry', pk: 'code', pk_type: 'str', generate_tests: true },
    {
      model: 'clinic.models.Invoice',
      route_prefix: '/bills/open',
      generate_tests: true,
      operations: [
        { name: 'get', fields: [f.uuid('id'), f.decimal('total', { alias: 'grand-total' })] },
        { name: 'list', fields: [f.uuid('id')], ordering: { fields: ['id'] } },
        { name: 'create', fields: [f.decimal('total', { alias: 'grand-total' })] },
      ],
    },
  ],
}

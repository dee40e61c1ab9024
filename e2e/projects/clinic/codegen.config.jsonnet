// Several apps: what they inherit, what they override, and two databases.
local auth = import 'stdlib/auth/jwt.libsonnet';
local db = import 'stdlib/db/databases.libsonnet';
local f = import 'stdlib/fastapi/fields.libsonnet';
local ops = import 'stdlib/fastapi/operations.libsonnet';

local id = f.uuid('id');
local name = f.str('name', { min_length: 1, max_length: 100 });

{
  version: '1',
  package_prefix: 'clinic.api',
  auth: auth.jwt({ verify_credentials_fn: 'clinic.accounts.verify_staff' }),
  databases: [
    db.postgres('main', { default: true, pool_size: 2 }),
    db.postgres('archive'),
  ],
  operations: ops.crud([id, name]),
  apps: [
    { prefix: '/staff', config: import 'staff.libsonnet' },
    { prefix: '/billing', config: import 'billing.libsonnet' },
    { config: import 'public.libsonnet' },
  ],
}

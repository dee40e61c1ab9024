// The same orders twice: open to all, and each tenant's own.
local access = import 'stdlib/access.libsonnet';
local jwt = import 'stdlib/auth/jwt.libsonnet';

local app(name, access) = {
  prefix: '/' + name,
  config: {
    module: name,
    resources: [{
      model: 'shop.models.Order',
      access: access,
      operations: ['get', { name: 'list', filters: {}, pagination: { mode: 'keyset' } }],
    }],
  },
};

{
  version: '1',
  auth: jwt.jwt({
    verify_credentials_fn: 'shop.nobody.verify',
    claims: { sub: 'uuid', tenant_id: 'int', roles: 'list[str]' },
  }),
  apps: [
    app('everybody', 'open'),
    app('tenants', access.tenant('tenant_id')),
    app('rules', access.tenant('tenant_id') + {
      rules: [
        { allow: ['get', 'list'], where: { status: { not: 'secret' } } },
        { allow: '*', to: { role: 'admin' } },
      ],
    }),
  ],
}

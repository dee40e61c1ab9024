// Handlers that forget what their routes do not.
local access = import 'stdlib/access.libsonnet';
local jwt = import 'stdlib/auth/jwt.libsonnet';

{
  version: '1',
  module: 'handled',
  package_prefix: 'handled_api',
  auth: jwt.jwt({
    verify_credentials_fn: 'firms.accounts.verify',
    claims: { sub: 'uuid', firm_id: 'int' },
  }),
  resources: [
    { model: 'firms.models.Ticket', access: access.tenant('firm_id'), operations: ['get'] },
    {
      model: 'firms.models.Comment',
      access: access.tenant('firm_id'),
      generate_tests: true,
      operations: [
        'get',
        { name: 'create', handler: 'firms.overrides.insert' },
        { name: 'update', handler: 'firms.overrides.update' },
      ],
    },
  ],
}

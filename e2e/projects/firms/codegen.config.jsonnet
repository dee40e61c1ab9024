// A help desk of several firms: each sees its own tickets, and a draft is its author's alone.
local access = import 'stdlib/access.libsonnet';
local jwt = import 'stdlib/auth/jwt.libsonnet';

local tenant = access.tenant('firm_id');

{
  version: '1',
  module: 'desk',
  package_prefix: 'firms_api',
  access: { required: true },
  auth: jwt.jwt({
    verify_credentials_fn: 'firms.accounts.verify',
    claims: { sub: 'uuid', firm_id: 'int' },
  }),
  resources: [
    { model: 'firms.models.Topic', access: access.open(), generate_tests: true, operations: ['get', 'list', 'create'] },
    {
      model: 'firms.models.Ticket',
      access: tenant,
      generate_tests: true,
      operations: [
        'get',
        {
          name: 'list',
          filters: {},
          ordering: { fields: ['title', 'firm_id', 'urgency'] },
          pagination: { mode: 'keyset' },
        },
        'create',
        'update',
        'delete',
        { name: 'close', fn: 'firms.actions.close' },
        { name: 'peek', fn: 'firms.actions.peek', lock: false, params: [{ name: 'word', type: 'str' }] },
      ],
    },
    {
      model: 'firms.models.Comment',
      access: tenant,
      generate_tests: true,
      operations: ['get', { name: 'list', pagination: { mode: 'offset' }, filters: {} }, 'create', 'update', 'delete'],
    },
    {
      model: 'firms.models.Draft',
      access: tenant + access.owned('author_id'),
      generate_tests: true,
      operations: ['get', 'list', 'create', { name: 'update', fields: ['text'] }, 'delete'],
    },
    {
      // It only writes.
      model: 'firms.models.Note',
      access: tenant,
      generate_tests: true,
      operations: ['create', 'update', 'delete'],
    },
  ],
}

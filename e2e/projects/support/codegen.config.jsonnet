// Support for several firms, with rules: a customer has tickets of his own, an agent those that are his or nobody's,
// an admin all of the firm. Everybody reads what is published, be it without a user.
local access = import 'stdlib/access.libsonnet';
local jwt = import 'stdlib/auth/jwt.libsonnet';

{
  version: '1',
  module: 'support',
  package_prefix: 'support_api',
  errors: 'problem',
  // The rules are policies of the database, too.
  access: { rls: true },
  auth: jwt.jwt({
    verify_credentials_fn: 'support.accounts.verify',
    claims: { sub: 'uuid', firm_id: 'int', roles: 'list[str]', team: 'str | None', remote: 'bool | None' },
  }),
  resources: [
    {
      model: 'support.models.Ticket',
      access: access.tenant('firm_id') + access.owned('author_id') + {
        rules: [
          { allow: ['get', 'list', 'create'], to: 'owner' },
          {
            allow: ['update'],
            to: 'owner',
            where: { status: 'open', label: { not: 'locked' } },
            check: { status: { 'in': ['open', 'waiting'] } },
          },
          {
            allow: ['get', 'list'],
            to: { role: 'agent' },
            where: { any: [{ agent_id: { user: 'sub' } }, { agent_id: { 'null': true } }] },
          },
          {
            allow: ['update', 'close', 'move'],
            to: { role: 'agent' },
            where: { agent_id: { user: 'sub' }, status: { not: 'closed' } },
            check: { agent_id: { user: 'sub' } },
          },
          // Of one's own team, if one has a team.
          { allow: ['list'], to: { role: 'lead' }, where: { label: { user: 'team' } } },
          { allow: ['get'], to: { role: 'lead' }, where: { label: { not: { user: 'team' } } } },
          { allow: '*', to: { role: 'admin' } },
        ],
      },
      generate_tests: true,
      operations: [
        'get',
        { name: 'list', filters: {}, pagination: { mode: 'offset' } },
        'create',
        'update',
        'delete',
        { name: 'bulk', of: ['create', 'update', 'delete'] },
        { name: 'close', fn: 'support.actions.close' },
        { name: 'move', fn: 'support.actions.move' },
        { name: 'count', fn: 'support.actions.count', on: 'collection' },
      ],
    },
    {
      model: 'support.models.Reply',
      access: access.tenant('firm_id') + {
        rules: [
          { allow: ['get', 'list'] },
          { allow: ['create', 'update'], to: { role: 'agent' }, where: { text: { not: { 'in': ['', 'spam'] } } } },
        ],
      },
      generate_tests: true,
      operations: ['get', { name: 'list', pagination: { mode: 'keyset' } }, 'create', { name: 'update', fields: ['text'] }, { name: 'bulk', of: ['update'] }],
    },
    {
      // Everybody adds and reads a line; only some roles list them, one of them not all.
      model: 'support.models.Entry',
      access: access.tenant('firm_id') + {
        rules: [
          { allow: ['get', 'create'] },
          { allow: ['list'], to: { role: 'auditor' } },
          { allow: ['list'], to: { role: 'clerk' }, where: { text: 'paid' } },
        ],
      },
      generate_tests: true,
      operations: ['get', { name: 'list', filters: {}, pagination: { mode: 'keyset' } }, 'create'],
    },
    {
      model: 'support.models.Guide',
      access: access.owned('writer_id') + {
        rules: [
          { allow: ['get', 'list'], to: 'anyone', where: { published: true } },
          { allow: ['get', 'create', 'update', 'delete'], to: 'owner' },
          { allow: ['list'], to: { role: 'admin' } },
        ],
      },
      generate_tests: true,
      operations: [
        { name: 'get', require_auth: false },
        { name: 'list', pagination: { mode: 'keyset' }, filters: {} },
        'create',
        'update',
        'delete',
      ],
    },
    {
      // Rules ask for columns of a composite foreign key: one to rows of the same kind, one to others.
      model: 'support.models.Queue',
      access: access.tenant('firm_id') + {
        rules: [
          { allow: ['get', 'list', 'update'], where: { above: { user: 'team' } } },
          { allow: ['get'], where: { any: [{ name: { user: 'team' } }, { name: 'desk' }] } },
          { allow: '*', to: { role: 'admin' } },
        ],
      },
      generate_tests: true,
      operations: ['get', { name: 'list', pagination: { mode: 'offset' } }, 'create', { name: 'update', fields: ['above'] }],
    },
    {
      model: 'support.models.Errand',
      // Its owner is a part of such a key, too.
      access: access.tenant('firm_id') + access.owned('agent_id') + {
        rules: [
          { allow: ['get'], to: 'owner' },
          { allow: ['get', 'list', 'create', 'update'], where: { queue: { user: 'team' } } },
          { allow: ['get', 'list'], where: { queue: 'desk' } },
        ],
      },
      generate_tests: true,
      operations: ['get', { name: 'list', pagination: { mode: 'keyset' } }, 'create', 'update'],
    },
    {
      // Its key has both the tenant and the owner. Others see those who work as they do: at the office or not.
      model: 'support.models.Shift',
      access: access.tenant('firm_id') + access.owned('agent_id') + {
        rules: [
          { allow: ['get', 'list', 'create', 'update'], to: 'owner' },
          { allow: ['get', 'list'], where: { remote: { user: 'remote' } } },
          { allow: '*', to: { role: 'admin' } },
        ],
      },
      generate_tests: true,
      operations: [
        'get',
        { name: 'list', filters: {}, pagination: { mode: 'keyset' }, ordering: { fields: ['room'] } },
        'create',
        'update',
        'delete',
      ],
    },
  ],
}

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
    claims: { sub: 'uuid', firm_id: 'int', role: 'str | None' },
  }),
  routers: ['firms.extra.router', { router: 'firms.extra.public', auth: false }],
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
        { name: 'delete', soft: 'deleted_at' },
        'restore',
        { name: 'close', fn: 'firms.actions.close' },
        { name: 'peek', fn: 'firms.actions.peek', lock: false, params: [{ name: 'word', type: 'str' }] },
      ],
    },
    {
      model: 'firms.models.Comment',
      access: tenant,
      generate_tests: true,
      operations: [
        'get',
        { name: 'list', pagination: { mode: 'offset' }, filters: {} },
        'create',
        'update',
        'delete',
        { name: 'move', fn: 'firms.actions.move', params: [{ name: 'to', like: 'Comment.ticket_id' }] },
        {
          name: 'count',
          on: 'collection',
          fn: 'firms.actions.count',
          params: [
            { name: 'expense', references: 'firms.models.Expense', nullable: true },
            { name: 'device', like: 'Part.device_number', alias: 'deviceNumber' },
          ],
        },
      ],
    },
    {
      model: 'firms.models.Draft',
      access: tenant + access.owned('author_id'),
      generate_tests: true,
      operations: [
        'get',
        'list',
        'create',
        { name: 'update', fields: ['text'] },
        'delete',
        { name: 'upsert', by: ['slug'], fields: ['slug', 'ticket_id', 'text'] },
      ],
    },
    {
      // It only writes.
      model: 'firms.models.Note',
      access: tenant,
      generate_tests: true,
      operations: [
        { name: 'create', fields: ['text', { name: 'former_id', required: true }] },
        'update',
        'delete',
      ],
    },
    {
      // Numbers are the firm's own: the key has the firm, and paths have not.
      model: 'firms.models.Device',
      access: tenant,
      generate_tests: true,
      operations: [
        'get',
        {
          name: 'list',
          filters: {},
          ordering: { fields: ['name'], default: 'name' },
          pagination: { mode: 'keyset' },
        },
        'create',
        { name: 'update', fields: ['name'] },
        'delete',
        { name: 'rename', fn: 'firms.actions.rename' },
        { name: 'lend', fn: 'firms.mischief.lend' },
      ],
    },
    {
      // Two columns of three are left in paths. Mechanics do everything, buyers what a function says; others only
      // read of worn parts.
      model: 'firms.models.Part',
      access: tenant {
        rules: [
          { allow: '*', to: { role: 'mechanic' } },
          { allow: ['get', 'list', 'create', 'update', 'upsert'], to: { role: 'buyer' }, where_fn: 'firms.visibility.of_spares' },
          { allow: ['get', 'list'], where: { is_worn: true } },
        ],
      },
      generate_tests: true,
      operations: [
        'get',
        { name: 'list', pagination: { mode: 'offset' } },
        { name: 'create', after: 'firms.mischief.move_part' },
        { name: 'update', fields: ['is_worn'], after: 'firms.mischief.move_part' },
        { name: 'delete', soft: 'gone_at' },
        'restore',
        { name: 'bulk', of: ['create'] },
        { name: 'upsert', by: ['device_number', 'place'], fields: ['device_number', 'place', 'is_worn'] },
      ],
    },
    {
      // Open to all, but what it refers to is not.
      model: 'firms.models.Photo',
      access: access.open(),
      generate_tests: true,
      operations: [
        'get',
        { name: 'create', before: 'firms.hooks.caption', after: 'firms.hooks.sort_photo' },
        { name: 'update', before: 'firms.hooks.caption', after: 'firms.hooks.sort_photo' },
        { name: 'blur', fn: 'firms.actions.blur' },
      ],
    },
    {
      // Functions of the project have a say in what is written.
      model: 'firms.models.Expense',
      access: tenant,
      generate_tests: true,
      operations: [
        'get',
        {
          name: 'create',
          fields: ['purpose', 'amount', 'replaces_id'],
          before: ['firms.hooks.tidy', 'firms.hooks.number', 'firms.mischief.disturb'],
          after: 'firms.hooks.record',
        },
        {
          name: 'update',
          fields: ['purpose', 'amount', 'replaces_id'],
          before: [
            'firms.hooks.tidy',
            'firms.hooks.keep_paid',
            'firms.mischief.disturb',
            'firms.mischief.give_away',
          ],
          after: ['firms.hooks.record', 'firms.mischief.move'],
        },
        { name: 'delete', before: 'firms.hooks.delete', after: 'firms.hooks.record' },
        { name: 'bulk', of: ['create', 'update', 'delete'] },
      ],
    },
    // Each firm and each user has one row.
    { model: 'firms.models.Settings', access: tenant, generate_tests: true, operations: ['get', 'list', 'create', 'update', 'delete'] },
    {
      model: 'firms.models.Profile',
      access: tenant + access.owned('user_id') + {
        rules: [
          { allow: ['create', 'update', 'delete', 'greet'], to: 'owner' },
          { allow: ['get', 'list'] },
        ],
      },
      generate_tests: true,
      operations: [
        'get',
        { name: 'list', pagination: { mode: 'keyset' }, filters: {}, ordering: { fields: ['name'] } },
        'create',
        'update',
        'delete',
        { name: 'greet', fn: 'firms.actions.greet' },
      ],
    },
  ],
}

// A key that several rows may share: the models are not read, so nobody knows before a request comes.
local f = import 'stdlib/fastapi/fields.libsonnet';
local ops = import 'stdlib/fastapi/operations.libsonnet';

local seat = [
  f.int('hall', { ge: 1 }),
  f.int('number', { ge: 1 }),
  f.nullable(f.str('reserved_for', { max_length: 50 })),
];

{
  version: '1',
  models: false,
  package_prefix: 'theatre.api',
  module: 'seating',
  resources: [
    {
      model: 'theatre.models.Seat',
      pk: 'number',
      pk_type: 'int',
      generate_tests: true,
      operations: [
        // The version counter changes with every write, and no request sets it.
        { name: 'get', fields: seat + [f.int('xmin')] },
        { name: 'create', fields: seat },
        { name: 'update', fields: [f.nullable(f.str('reserved_for', { max_length: 50 }))] },
        'delete',
        ops.action('reserve', 'theatre.actions.reserve', {
          params: [f.str('name', { min_length: 1, max_length: 50 })],
          returns: [f.int('number'), f.str('reserved_for')],
        }),
      ],
    },
  ],
}

// Inherits auth, databases and operations.
local f = import 'stdlib/fastapi/fields.libsonnet';
local ops = import 'stdlib/fastapi/operations.libsonnet';

local patientFields = [
  f.int('number'),
  f.str('full_name', { max_length: 200 }),
  f.date('born_on'),
  f.nullable(f.email('email', { max_length: 320 })),
  f.withDefault(f.bool('insured'), false),
  f.choice('blood_group', ['0', 'A', 'B', 'AB']),
];

// Every type that a field can have, and names that hide them.
local observationFields = [
  f.uuid('id'),
  f.uuid('uuid'),
  f.date('date'),
  f.datetime('datetime'),
  f.decimal('decimal', { ge: 0, lt: 1000, description: 'In the unit of the device' }),
  f.nullable(f.str('str', { min_length: 2, pattern: '^[A-Z]+$' })),
  f.int('int', { gt: -100, le: 100 }),
  f.float('float', { default: 36.6 }),
  f.withDefault(f.bool('bool'), true),
  f.withDefault(f.time('time'), '08:30:00'),
  f.withDefault(f.timedelta('duration'), 90),
  f.withDefault(f.bytes('raw', { max_length: 100 }), ''),
  f.withDefault(f.json('details'), { source: 'manual', "it's": ['"', '\\'] }),
  f.withDefault(f.list('tags', 'str', { max_length: 20 }), ['new']),
  f.nullable(f.list('readings', 'decimal')),
  f.email('reported_by'),
];

{
  module: 'staff',
  resources: [
    { model: 'clinic.models.Doctor', generate_tests: true },
    {
      model: 'clinic.models.Patient',
      pk: 'number',
      pk_type: 'int',
      generate_tests: true,
      operations: ops.crud(
        patientFields,
        writable=[field for field in patientFields if field.name != 'number'],
        list={
          filters: { fields: ['full_name', 'born_on', 'email'] },
          ordering: { fields: ['full_name', 'born_on'], default: 'full_name' },
          pagination: ops.offset({ default_page_size: 5, max_page_size: 50 }),
        },
      ) + [
        ops.action('admit', 'clinic.actions.admit', {
          params: [f.str('ward', { max_length: 20 }), f.withDefault(f.int('bed'), 1)],
          returns: [f.str('ward'), f.int('bed')],
        }),
        ops.action('get', 'clinic.actions.get'),
        ops.action('census', 'clinic.actions.census', { on: 'collection', require_auth: false }),
      ],
    },
    {
      model: 'clinic.models.Observation',
      db_key: 'archive',
      generate_tests: true,
      tags: ['records', "the clinic's"],
      operations: ops.crud(
        observationFields,
        list={
          filters: {},
          ordering: { fields: ['date', 'str', 'decimal'], default: 'date', default_dir: 'desc' },
          pagination: ops.keyset({ cursor_field: 'datetime' }),
        },
      ),
    },
  ],
}

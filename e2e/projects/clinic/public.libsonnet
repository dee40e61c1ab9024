// Needs nobody to log in.
local f = import 'stdlib/fastapi/fields.libsonnet';

{
  module: 'public',
  auth: null,
  resources: [
    {
      model: 'clinic.models.OpeningHours',
      generate_tests: true,
      operations: [
        { name: 'get', fields: [f.uuid('id'), 'weekday', f.time('opens'), f.time('closes')] },
        { name: 'list', fields: [f.uuid('id'), f.time('opens')] },
      ],
    },
  ],
}

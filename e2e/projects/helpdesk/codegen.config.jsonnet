{
  version: '1',
  module: 'desk',
  package_prefix: 'desk_api',
  resources: [
    {
      model: 'desk.models.Customer',
      generate_tests: true,
      operations: [
        { name: 'get', fields: ['id', 'name', 'email', 'created_at'] },
        { name: 'list', fields: ['id', 'name'], filters: {}, pagination: { mode: 'keyset' } },
        { name: 'create', fields: [{ name: 'name', min_length: 1 }, { name: 'email', type: 'email' }] },
        { name: 'update', fields: ['name'] },
        'delete',
      ],
    },
    {
      model: 'desk.models.Ticket',
      generate_tests: true,
      operations: [
        'get',
        {
          name: 'list',
          filters: { fields: ['urgency', 'channel', 'rate', 'title'] },
          ordering: { fields: ['number', 'urgency', 'rate'] },
          pagination: { mode: 'offset' },
        },
        'create',
        'update',
        'delete',
        {
          name: 'escalate',
          fn: 'desk.actions.escalate',
          params: [{ name: 'urgency', like: 'Ticket.urgency' }],
          returns: ['number', 'urgency'],
        },
      ],
    },
    {
      model: 'desk.models.Holiday',
      operations: ['get', 'list', 'create', 'update', 'delete'],
    },
  ],
}

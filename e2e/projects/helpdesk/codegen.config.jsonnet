// A document of a class of its own, among other columns.
// A column of JSON that holds lists.
local marks = { name: 'marks', type: 'json', class: 'desk.models.Marks' };
local topic = ['title', 'weight', 'share', 'readers', 'motto', 'names', { name: 'place', class: 'desk.models.Place' }, 'hints'];
// Texts in columns of JSON.
local remark = ['branch', 'weekday', 'line', 'text', { name: 'mood', type: 'str' }, { name: 'place', type: 'str' }];

{
  version: '1',
  module: 'desk',
  package_prefix: 'desk_api',
  resources: [
    {
      model: 'desk.models.Customer',
      generate_tests: true,
      operations: [
        { name: 'get', fields: ['id', 'name', 'email', 'created_at', marks] },
        {
          name: 'list',
          fields: ['name'],
          // A request may name columns that no item shows, the key among them.
          filters: { fields: ['id', 'name', 'email', 'created_at'] },
          ordering: { fields: ['email', 'name'], default: 'created_at', default_dir: 'desc' },
          pagination: { mode: 'keyset' },
        },
        { name: 'create', fields: [{ name: 'name', min_length: 1 }, { name: 'email', type: 'email' }, marks] },
        { name: 'update', fields: ['name', marks] },
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
          filters: { fields: ['urgency', 'channel', 'rate', 'title', 'labels'] },
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
      // A key of two columns: /opening-hours/{branch}/{weekday}
      model: 'desk.models.OpeningHours',
      generate_tests: true,
      // A CHECK compares two columns, and a @validates refuses days.
      test_row_fn: 'desk.testing.make_opening_hours',
      operations: [
        'get',
        {
          name: 'list',
          filters: {},
          ordering: { fields: ['opens', 'weekday', 'branch'] },
          pagination: { mode: 'keyset' },
        },
        'create',
        // A part of the key can be changed as other columns can.
        { name: 'update', fields: ['branch', 'weekday', 'opens', 'closes', 'note'] },
        'delete',
        {
          name: 'close_early',
          fn: 'desk.actions.close_early',
          params: [{ name: 'at', like: 'OpeningHours.closes' }],
          returns: ['branch', 'weekday', 'closes'],
        },
      ],
    },
    {
      // Three columns, two of them foreign keys: /shifts/{customer_id}/{holiday}/{day}
      model: 'desk.models.Shift',
      generate_tests: true,
      operations: [
        {
          name: 'list',
          fields: ['customer_id', 'hours'],
          ordering: { fields: ['hours'] },
          pagination: { mode: 'offset' },
        },
        'get',
        'create',
        'update',
        'delete',
      ],
    },
    {
      model: 'desk.models.Visit',
      generate_tests: true,
      operations: [
        'get',
        { name: 'list', filters: {}, pagination: { mode: 'keyset' } },
        'create',
        'update',
        // Nobody has to log in here.
        { name: 'delete', soft: 'deleted_at' },
        'restore',
      ],
    },
    {
      // Two of its three columns are one foreign key.
      model: 'desk.models.Remark',
      generate_tests: true,
      operations: [
        { name: 'get', fields: remark },
        {
          name: 'list',
          fields: remark,
          filters: {},
          ordering: { fields: ['text', 'weekday'] },
          pagination: { mode: 'offset' },
        },
        { name: 'create', fields: remark },
        { name: 'update', fields: remark[1:] },
        'delete',
      ],
    },
    {
      // Rows that refer to others of their kind, or to themselves.
      model: 'desk.models.Topic',
      generate_tests: true,
      operations: [
        { name: 'get', fields: ['id', 'kind', 'above_id'] + topic },
        {
          name: 'list',
          fields: ['id', 'above_id'] + topic,
          filters: {},
          ordering: { fields: ['title', 'weight', 'share', 'above_id', 'motto'] },
          pagination: { mode: 'keyset' },
        },
        { name: 'create', fields: ['above_id'] + topic },
        { name: 'update', fields: ['above_id'] + topic },
        'delete',
      ],
    },
    {
      // Joined inheritance: a row of two tables.
      model: 'desk.models.Guide',
      generate_tests: true,
      operations: [
        'get',
        {
          name: 'list',
          filters: {},
          ordering: { fields: ['address', 'title'] },
          pagination: { mode: 'keyset' },
        },
        'create',
        'update',
        'delete',
      ],
    },
    {
      // It only writes, and a request says the key.
      model: 'desk.models.Alarm',
      generate_tests: true,
      operations: ['create', 'update', 'delete'],
    },
    {
      model: 'desk.models.Holiday',
      operations: ['get', 'list', 'create', 'update', 'delete'],
    },
  ],
}

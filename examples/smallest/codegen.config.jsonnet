local fields = [
  { name: 'title', type: 'str', min_length: 1, max_length: 200 },
  { name: 'done', type: 'bool', default: false },
];
local withId = [{ name: 'id', type: 'int' }] + fields;

{
  version: '1',
  module: 'todo',
  resources: [
    {
      model: 'models.Task',
      pk_type: 'int',
      operations: [
        { name: 'get', fields: withId },
        { name: 'list', fields: withId, filters: { fields: ['done'] } },
        { name: 'create', fields: fields },
        { name: 'update', fields: fields },
        'delete',
      ],
    },
  ],
}

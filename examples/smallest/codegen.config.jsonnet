local title = { name: 'title', min_length: 1 };

{
  version: '1',
  module: 'todo',
  resources: [
    {
      model: 'models.Task',
      operations: [
        'get',
        { name: 'list', filters: { fields: ['done'] } },
        { name: 'create', fields: [title, 'done'] },
        { name: 'update', fields: [title, 'done'] },
        'delete',
      ],
    },
  ],
}

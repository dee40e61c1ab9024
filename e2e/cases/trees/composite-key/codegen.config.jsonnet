{
  version: '1',
  module: 'blog',
  resources: [
    {
      // The first column of the key is called as handlers call the body of a request.
      model: 'blog.models.OpeningHours',
      generate_tests: true,
      operations: [
        'get',
        {
          name: 'list',
          fields: ['opens'],
          ordering: { fields: ['opens'] },
        },
        'create',
        { name: 'update', fields: ['body', 'opens'] },
        'delete',
        { name: 'close', fn: 'blog.actions.close' },
      ],
    },
  ],
}

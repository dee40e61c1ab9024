{
  version: '1',
  module: 'blog',
  resources: [
    {
      model: 'blog.models.OpeningHours',
      pk: 'branch',
      operations: [
        'get',
        'delete',
      ],
    },
  ],
}

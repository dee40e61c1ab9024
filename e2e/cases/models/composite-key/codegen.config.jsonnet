{
  version: '1',
  module: 'blog',
  resources: [
    {
      model: 'blog.models.OpeningHours',
      operations: [
        'get',
      ],
    },
  ],
}

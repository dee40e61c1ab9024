// The work of a search, as it is with filters and pages, becomes the project's own.
{
  version: '1',
  module: 'blog',
  resources: [
    {
      model: 'blog.models.Article',
      route_prefix: '/v1/articles',
      operations: [
        'get',
        { name: 'list', filters: {}, pagination: { mode: 'offset' } },
        'delete',
      ],
    },
  ],
}

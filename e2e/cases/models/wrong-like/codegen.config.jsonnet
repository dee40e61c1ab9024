{
  version: '1',
  module: 'blog',
  resources: [
    {
      model: 'blog.models.Article',
      operations: [
        'get',
        {
          name: 'publish',
          fn: 'blog.actions.publish',
          params: [
            { name: 'at', like: 'Article.titel' },
            { name: 'by', like: 'Artcle.title' },
            { name: 'to', like: 'blog.model.Author.name' },
            'reason',
          ],
        },
      ],
    },
  ],
}

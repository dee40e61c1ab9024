{
  version: '1',
  module: 'blog',
  resources: [
    {
      model: 'blog.models.Note',
      operations: [
        'get',
        {
          name: 'move',
          fn: 'blog.actions.move',
          params: [
            { name: 'author', references: 'blog.models.Autor' },
            { name: 'name', references: 'blog.models.Author.nam' },
            { name: 'owner', references: 'blog.models.Author', type: 'str' },
            { name: 'chapter', references: 'blog.models.Chapter' },
            { name: 'shelf', like: 'Note.shelf_id' },
            { name: 'of', like: 'Note.of_id' },
          ],
        },
      ],
    },
  ],
}

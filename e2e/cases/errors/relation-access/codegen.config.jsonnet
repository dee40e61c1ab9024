{
  version: '1',
  module: 'blog_api',
  access: { required: true },
  resources: [
    {
      model: 'blog.models.Article',
      access: 'open',
      operations: [
        {
          name: 'get',
          fields: [
            'id',
            { name: 'author', fields: ['name'] },
            { name: 'comment_count', count: 'comments' },
            { name: 'comments', resource: 'remark', fields: ['id', { name: 'article', fields: ['id'] }] },
          ],
        },
        {
          name: 'list',
          fields: ['id'],
          filters: { fields: ['editor.name', 'letters', 'stickers'] },
        },
      ],
    },
    {
      model: 'blog.models.Document',
      access: { rules: [{ allow: '*', to: 'anyone' }] },
      operations: [
        {
          name: 'get',
          fields: [
            'id',
            { name: 'owner', access: 'open', fields: ['id', { name: 'editor', access: 'open', fields: ['id'] }] },
            { name: 'owner_editor', of: 'blog.models.Article', via: 'owner_id', access: 'open', fields: ['id'] },
            { name: 'draft', of: 'blog.models.Article', via: 'draft_id', access: 'open', fields: ['id'] },
          ],
        },
      ],
    },
    { model: 'blog.models.Sticker', access: { rules: [{ allow: '*', to: 'anyone' }] }, operations: [{ name: 'get', fields: ['article_id'] }] },
  ],
}

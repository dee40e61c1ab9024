{
  version: '1',
  module: 'blog',
  auth: { type: 'jwt', verify_credentials_fn: 'blog.users.verify', exclude_paths: ['/articles/count_openly', 'POST /articles/{pk}/publish'] },
  resources: [
    {
      model: 'blog.models.Article',
      operations: [
        'get',
        { name: 'publish', fn: 'blog.actions.publish' },
        { name: 'sessionless', fn: 'blog.actions.sessionless' },
        { name: 'rowless', fn: 'blog.actions.rowless' },
        { name: 'price', fn: 'blog.actions.price' },
        { name: 'everything', fn: 'blog.actions.everything' },
        { name: 'count', fn: 'blog.actions.count', on: 'collection' },
        { name: 'count_openly', fn: 'blog.actions.count_own', on: 'collection' },
        { name: 'import_all', fn: 'blog.actions.import_all', on: 'collection', require_auth: false },
        { name: 'look', fn: 'blog.actions.look', require_auth: false },
        { name: 'look_up', fn: 'blog.actions.look', params: [{ name: 'at', type: 'datetime' }] },
      ],
    },
  ],
}

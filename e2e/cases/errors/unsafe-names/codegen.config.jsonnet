{
  version: '1',
  module: 'blog',
  resources: [
    {
      model: 'blog.models.Article; import os',
      pk: 'id"',
      operations: [
        { name: 'get', fields: [{ name: 'a b', type: 'str' }, { name: 'x\ny', type: 'str' }] },
        { name: 'publish', fn: 'os.system("true")', params: [] },
      ],
    },
  ],
}

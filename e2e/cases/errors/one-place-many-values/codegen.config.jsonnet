{
  version: '1',
  module: 'blog',
  resources: [
    { model: 'blog.models.Model%d' % number, pk_typ: 'int', operations: ['delete'] }
    for number in std.range(1, 30)
  ],
}

{
  version: '1',
  module: 'blog',
  resources: [],
  greet: function(name) 'hello ' + name,
}

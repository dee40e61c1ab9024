{
  version: '1',
  module: 'blög',
  resources: [],
}

local helpers = import 'helpers.libsonnet';
{
  version: '1',
  module: 'blog',
  resources: [helpers.resource('Article', [])],
}

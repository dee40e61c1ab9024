local resources = import 'lib/resources.libsonnet';
{ version: '1', module: 'blog', resources: resources }

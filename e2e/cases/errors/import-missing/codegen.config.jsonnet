local fields = import 'feilds.libsonnet';
{ version: '1', module: 'blog', resources: [fields.article] }

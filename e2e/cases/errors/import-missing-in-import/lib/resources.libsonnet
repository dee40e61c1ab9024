local fields = import 'fields.libsonnet';
[{ model: 'blog.models.Article', operations: [{ name: 'get', fields: fields }] }]

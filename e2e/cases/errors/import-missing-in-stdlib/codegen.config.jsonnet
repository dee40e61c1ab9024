local db = import 'stdlib/db/database.libsonnet';
{ version: '1', module: 'blog', databases: [db.postgres('main')], resources: [] }

// Two apps, each in a database of its own; nothing but create, update and delete in one of them.
local db = import 'stdlib/db/databases.libsonnet';
local f = import 'stdlib/fastapi/fields.libsonnet';
local ops = import 'stdlib/fastapi/operations.libsonnet';

{
  version: '1',
  models: false,
  package_prefix: 'shop.api',
  databases: [db.postgres('main', { default: true }), db.postgres('events', { pool_size: 20 })],
  apps: [
    {
      prefix: '/catalogue',
      config: {
        module: 'catalogue',
        resources: [
          {
            model: 'shop.models.Category',
            pk_type: 'int',
            operations: [
              { name: 'get', fields: [f.int('id'), f.str('name')] },
              { name: 'list', fields: [f.int('id'), f.str('name')], pagination: ops.offset() },
            ],
          },
        ],
      },
    },
    {
      config: {
        module: 'events',
        resources: [
          {
            model: 'shop.events.Event',
            db_key: 'events',
            pk: 'code',
            pk_type: 'str',
            operations: [
              { name: 'create', fields: [f.json('payload')] },
              { name: 'update', fields: [f.json('payload')] },
              'delete',
            ],
          },
        ],
      },
    },
  ],
}

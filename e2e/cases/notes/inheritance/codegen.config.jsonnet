// Joined inheritance, whose tables share the key and the tenant's column.
local access = import 'stdlib/access.libsonnet';

local fields = ['name', 'load'];

{
  version: '1',
  module: 'fleet_api',
  auth: { verify_credentials_fn: 'fleet.auth.verify', claims: { sub: 'uuid', firm_id: 'int' } },
  resources: [
    // Nothing to say of this one: the parent's table has the index, its mapper fills the rest.
    { model: 'fleet.models.Van', access: access.tenant('firm_id'), operations: ['get', 'list', { name: 'create', fields: fields }] },
    // Here, the parent's table lacks the index, and the class its identity. A dock is no parent.
    { model: 'fleet.models.Boat', access: access.tenant('firm_id'), operations: ['get', 'list', { name: 'create', fields: fields + ['dock_id'] }] },
  ],
}

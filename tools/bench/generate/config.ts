const fields = `local fields = [
  { name: 'title', type: 'str', max_length: 200 },
  { name: 'subtitle', type: 'str', nullable: true },
  { name: 'email', type: 'email' },
  { name: 'amount', type: 'decimal' },
  { name: 'count', type: 'int', ge: 0 },
  { name: 'active', type: 'bool', default: true },
  { name: 'seen_at', type: 'datetime' },
  { name: 'extra', type: 'json' },
];
`;

/**
 * A config of many resources as a user would write one: in Jsonnet, with helpers. Each has five
 * operations, eight fields, filters, ordering, keyset paging and tests. All have the same fields.
 *
 * @param prefix the path of the first resource, where it is not the usual one.
 */
export function benchConfig(resources: number, prefix?: string): string {
  return `${fields}local id = { name: 'id', type: 'uuid' };
local resource(number) = {
  model: 'app.models.Record%04d' % number,
  ${prefix === undefined ? '' : `route_prefix: if number == 1 then '${prefix}',`}
  generate_tests: true,
  operations: [
    { name: 'get', fields: [id] + fields },
    {
      name: 'list',
      fields: [id] + fields,
      filters: { fields: ['title', 'count', 'active', 'seen_at'] },
      ordering: { fields: ['title', 'seen_at'], default: 'seen_at', default_dir: 'desc' },
      pagination: { mode: 'keyset' },
    },
    { name: 'create', fields: fields },
    { name: 'update', fields: fields },
    'delete',
  ],
};
{
  version: '1',
  module: 'app',
  resources: [resource(number) for number in std.range(1, ${resources})],
}
`;
}

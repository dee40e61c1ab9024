/**
 * Fields: a function for each type. `options` takes any other key of a field.
 *
 *   local f = import 'stdlib/fastapi/fields.libsonnet';
 *   [f.uuid('id'), f.str('title', { max_length: 200 }), f.nullable(f.datetime('published_at'))]
 */
local field(type) = function(name, options={}) { name: name, type: type } + options;

{
  uuid:: field('uuid'),
  str:: field('str'),
  email:: field('email'),
  int:: field('int'),
  float:: field('float'),
  bool:: field('bool'),
  datetime:: field('datetime'),
  date:: field('date'),
  json:: field('json'),
  decimal:: field('decimal'),
  time:: field('time'),
  timedelta:: field('timedelta'),
  bytes:: field('bytes'),
  inet:: field('inet'),
  cidr:: field('cidr'),
  macaddr:: field('macaddr'),

  /** A list of a scalar type: `f.list('tags', 'str')`. */
  list(name, type, options={}):: { name: name, type: 'list[%s]' % type } + options,

  /** A range with ends of a type: `f.range('stay', 'date')`. */
  range(name, type, options={}):: { name: name, type: 'range[%s]' % type } + options,

  /** A text of fixed values: `f.choice('status', ['draft', 'published'])`. */
  choice(name, values, options={}):: { name: name, type: 'str', enum: values } + options,

  /** The same field, which can also be null. */
  nullable(field):: field { nullable: true },

  /** The same field with a default, the value if a request omits it. */
  withDefault(field, value):: field { default: value },
}

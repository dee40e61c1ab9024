/**
 * Entries of an `operations` list.
 *
 *   local ops = import 'stdlib/fastapi/operations.libsonnet';
 *   { operations: ops.crud([id, title], writable=[title]) }
 */
{
  /** `POST /{pk}/{name}`, or `POST /{name}` with `{ on: 'collection' }`. */
  action(name, fn, options={}):: { name: name, fn: fn } + options,

  /** Pages by a cursor. */
  keyset(options={}):: { mode: 'keyset' } + options,

  /** Pages by a number of rows to skip. */
  offset(options={}):: { mode: 'offset' } + options,

  /**
   * `get`, `list`, `create`, `update` and `delete` with the same fields.
   *
   * fields: the fields of responses. writable: the fields of requests, by default all but `pk`. If `pk` is a list of
   * columns, a create also takes those.
   * list: other options of `list`. By default, requests can filter by every field, and pages use a cursor.
   */
  crud(
    fields,
    writable=null,
    pk='id',
    list={ filters: {}, pagination: { mode: 'keyset' } },
  )::
    local key = if std.isArray(pk) then pk else [pk];
    local name(field) = if std.isString(field) then field else field.name;
    local rest = std.filter(function(field) !std.member(key, name(field)), fields);
    local written = if writable == null then rest else writable;
    [
      { name: 'get', fields: fields },
      { name: 'list', fields: fields } + list,
      { name: 'create', fields: if std.isArray(pk) && writable == null then fields else written },
      { name: 'update', fields: written },
      'delete',
    ],
}

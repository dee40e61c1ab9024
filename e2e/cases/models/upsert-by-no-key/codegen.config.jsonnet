// None of these are keys that PostgreSQL finds one row by.
local upsert(by, more={}) = { name: 'upsert', by: by, fields: ['sku', 'code', 'place', 'email', 'rank'] } + more;
local resource(model, by, more={}) = {
  model: 'shop.models.' + model,
  operations: ['get', { name: 'delete', soft: 'deleted_at' }, upsert(by, more)],
};
{
  version: '1',
  module: 'shop',
  resources: [
    resource('Product', ['place']),
    resource('Conditional', ['code']),
    resource('Email', ['email']),
    resource('Ranked', ['rank']),
    resource('Said', ['sku'], { unique: ['sku', 'place'] }),
  ],
}

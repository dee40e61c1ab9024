local resource(name, operations) = {
  model: 'shop.models.' + name,
  operations: operations,
};
{
  version: '1',
  module: 'shop',
  resources: [
    resource('Slug', ['get']),
    resource('Page', ['get']),
    resource('Line', ['get']),
    resource('PageLine', ['get']),
    resource('Employee', ['get', 'update']),
    resource('Person', ['get']),
    resource('Captain', ['get']),
  ],
}

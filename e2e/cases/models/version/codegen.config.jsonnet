{
  version: '1',
  module: 'shop',
  package_prefix: 'api',
  resources: [
    {
      model: 'shop.models.Product',
      version: 'row_version',
      operations: ['get', { name: 'update', fields: ['title', 'row_version'] }],
    },
    // Of a model with a version_id_col, versions are counted there.
    { model: 'shop.models.Order', operations: [{ name: 'create', fields: ['total', 'revision'] }] },
    { model: 'shop.models.Shelf', version: { field: 'nmae', required: true }, operations: ['get'] },
    { model: 'shop.models.Label', version: 'text', operations: ['get'] },
  ],
}

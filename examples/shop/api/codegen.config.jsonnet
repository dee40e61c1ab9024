local category = { name: 'category', fields: ['id', 'name'] };
local shown = ['id', 'sku', 'name', 'price', 'stock', 'status', category];
local written = [
  { name: 'sku', pattern: '^[A-Z]{3}-[0-9]{3}$' },
  { name: 'name', min_length: 1 },
  { name: 'price', ge: 0 },
  { name: 'stock', ge: 0 },
  'status',
  'category_id',
];

{
  version: '1',
  module: 'shop',
  client: { out: '../web/src/generated', query: 'tanstack-react', validation: 'zod' },
  resources: [
    {
      model: 'models.Category',
      operations: ['get', { name: 'list', ordering: { fields: ['name'], default: 'name' } }],
    },
    {
      model: 'models.Product',
      version: 'row_version',
      operations: [
        { name: 'get', fields: shown },
        {
          name: 'list',
          fields: shown,
          filters: { fields: ['sku', 'name', 'status', 'category.name'] },
          ordering: { fields: ['name', 'sku', 'price', 'stock'], default: 'name' },
          pagination: { mode: 'offset' },
        },
        { name: 'create', fields: written },
        { name: 'update', fields: written },
      ],
    },
  ],
}

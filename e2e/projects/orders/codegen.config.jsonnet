// An order service: rows come with what belongs to them.
local access = import 'stdlib/access.libsonnet';
local jwt = import 'stdlib/auth/jwt.libsonnet';

local tenant = access.tenant('company_id');
local customer = { name: 'customer', fields: ['id', 'name'] };
local lines = {
  name: 'lines',
  order: 'position',
  limit: 100,
  fields: ['id', 'quantity', { name: 'product', fields: ['id', 'name', { name: 'category', fields: ['name'] }] }],
};
local tags = { name: 'tags', order: 'name', fields: ['id', 'name'] };
local suppliers = { name: 'suppliers', of: 'shop.models.Supplier', through: 'shop.models.Supply' };
local address(name) = { name: name, fields: ['street', 'city'] };

{
  version: '1',
  package_prefix: 'orders_api',
  access: { required: true },
  auth: jwt.jwt({ verify_credentials_fn: 'shop.accounts.verify', claims: { sub: 'str', company_id: 'int', role: 'str | None' } }),
  apps: [
    {
      config: {
        module: 'shop_api',
        resources: [
          {
            model: 'shop.models.Order',
            access: tenant,
            generate_tests: true,
            operations: [
              {
                name: 'get',
                fields: [
                  'id', 'status', 'placed_at', customer, lines, tags, { name: 'line_count', count: 'lines' },
                  address('billing_address'), address('shipping_address'),
                  { name: 'invoice', fields: ['number'] },
                  { name: 'remarks', of: 'shop.models.Remark', via: 'order_id', order: '-id', limit: 2, more: 'has_more_remarks', fields: ['author', 'text'] },
                ],
              },
              {
                name: 'list',
                fields: ['id', 'status', { name: 'customer', fields: ['name'] }, { name: 'lines', order: '-quantity', limit: 2, more: 'has_more_lines', fields: ['quantity'] }, { name: 'line_count', count: 'lines' }],
                filters: {
                  fields: ['status', 'customer.name', 'customer.email', 'lines.product.sku', 'lines.product.metadata_', 'tags.name', 'letters.body', 'lines', 'invoice', 'line_count'],
                },
                ordering: { fields: ['placed_at', 'customer.name', 'billing_address.city', 'invoice.number', 'line_count'], default: 'placed_at' },
                pagination: { mode: 'keyset' },
              },
              {
                name: 'create',
                before: 'shop.hooks.number_lines',
                fields: [
                  'customer_id', 'billing_address_id', 'shipping_address_id', 'status',
                  { name: 'lines', fields: ['product_id', 'quantity', 'note', { name: 'position', default: 0 }], max_items: 200 },
                  { name: 'tags', link: true, max_items: 20 },
                ],
              },
              { name: 'update', fields: ['status', { name: 'tags', link: true }] },
              { name: 'delete', soft: 'deleted_at' },
              'restore',
              { name: 'ship', fn: 'shop.actions.ship', returns: ['status', customer] },
            ],
          },
          {
            model: 'shop.models.Customer',
            access: tenant { rules: [{ allow: '*', to: { role: 'manager' } }, { allow: ['get', 'list'], where: { is_secret: false } }] },
            generate_tests: true,
            operations: [
              { name: 'get', fields: ['id', 'name', { name: 'orders', order: '-placed_at', fields: ['id', 'status'] }, { name: 'order_count', count: 'orders' }] },
              {
                name: 'list',
                fields: ['id', 'name', { name: 'addresses', of: 'shop.models.Address', fields: ['city'] }, { name: 'order_count', count: 'orders' }],
                ordering: { fields: ['order_count'] },
                pagination: { mode: 'offset' },
                include_deleted: { role: 'manager' },
              },
              { name: 'create', fields: ['name', { name: 'addresses', of: 'shop.models.Address', fields: ['street', 'city'] }] },
              { name: 'delete', soft: 'deleted_at' },
              'restore',
            ],
          },
          { model: 'shop.models.Address', access: tenant { rules: [{ allow: '*', check: { city: { not: 'Atlantis' } } }] }, generate_tests: true, operations: ['get'] },
          {
            model: 'shop.models.Product',
            access: tenant,
            version: 'row_version',
            generate_tests: true,
            operations: [
              { name: 'get', fields: ['id', 'sku', 'metadata_', suppliers { fields: ['id', 'name'] }, { name: 'category', fields: ['name', { name: 'parent', fields: ['name'] }] }] },
              { name: 'list', fields: ['sku', { name: 'metadata_', alias: 'metadata' }], ordering: { fields: ['category.name'] } },
              { name: 'create', fields: ['sku', 'name', 'price', suppliers { link: true }] },
              { name: 'update', fields: ['name', suppliers { link: true, max_items: 3 }] },
            ],
          },
          { model: 'shop.models.Supplier', access: tenant, generate_tests: true, operations: ['get'] },
          { model: 'shop.models.Supply', access: tenant, operations: ['get'] },
          {
            model: 'shop.models.Category',
            access: access.open(),
            generate_tests: true,
            require_auth: false,
            operations: [
              {
                name: 'get',
                fields: [
                  'id', 'name',
                  { name: 'parent', fields: ['id', 'name'] },
                  { name: 'children', fields: ['name', { name: 'children', fields: ['name'] }, { name: 'child_count', count: 'children' }] },
                  { name: 'products', of: 'shop.models.Product', fields: ['sku', 'metadata_'] },
                ],
              },
              'create',
              { name: 'delete', soft: 'deleted_at' },
              'restore',
            ],
          },
          { model: 'shop.models.Tag', access: access.open(), generate_tests: true, operations: ['get', 'list'] },
          { model: 'shop.models.OrderLine', access: tenant, generate_tests: true, operations: [{ name: 'get', fields: ['id', 'order_id', 'quantity', { name: 'product', fields: ['sku'] }] }, { name: 'create', fields: [{ name: 'quantity', ge: 1 }, 'order_id', 'position', 'product_id'] }, { name: 'list', fields: ['id', { name: 'order', fields: ['id', customer] }], ordering: { fields: ['order.customer.name', 'quantity'], default: 'order.customer.name', default_dir: 'desc' }, pagination: { mode: 'keyset' } }, { name: 'delete', soft: 'deleted_at' }] },
          { model: 'shop.models.Invoice', access: tenant, generate_tests: true, operations: ['get'] },
          { model: 'shop.models.Letter', access: tenant, operations: ['get'] },
          { model: 'shop.models.Remark', access: access.open(), generate_tests: true, operations: ['get'] },
        ],
      },
    },
    {
      config: {
        module: 'warehouse_api',
        resources: [
          {
            model: 'shop.models.Shelf',
            route_prefix: '/shelves',
            access: access.open(),
            generate_tests: true,
            operations: [{ name: 'create', fields: ['warehouse', 'number', 'label', { name: 'boxes', fields: ['weight'], min_items: 1, max_items: 3 }] }, { name: 'get', fields: ['label', { name: 'boxes', fields: ['id', 'weight'] }] }, { name: 'list', fields: ['label', { name: 'boxes', fields: ['id'] }, { name: 'box_count', count: 'boxes' }] }],
          },
          {
            model: 'shop.models.Box',
            access: access.open(),
            generate_tests: true,
            operations: [{ name: 'get', fields: ['id', { name: 'shelf', fields: ['label'] }] }],
          },
        ],
      },
    },
  ],
}

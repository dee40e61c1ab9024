// All of this can be held to, and nobody can have meant it.
{
  version: '1',
  module: 'shop_api',
  auth: { verify_credentials_fn: 'shop.auth.verify', claims: { sub: 'uuid', roles: 'list[str]' } },
  routers: ['shop.extra.router', { router: 'shop.extra.public', auth: false }],
  resources: [
    {
      model: 'shop.models.Order',
      access: {
        owner: { customer_id: { user: 'sub' } },
        rules: [
          { allow: ['get', 'list'] },
          { allow: ['update'], where: { status: 'open', all: [{ status: { not: 'open' } }] } },
          { allow: ['update'], check: { status: { 'in': ['open', 'shipped'], }, all: [{ status: { 'null': true } }] } },
          { allow: ['count'], to: 'owner' },
          { allow: ['update'], to: 'owner', where: { customer_id: { not: { user: 'sub' } } } },
          { allow: ['get'], check: { status: 'open' } },
          { allow: ['list'], where: { status: 'open' }, check: {} },
        ],
      },
      operations: [
        'get',
        'list',
        { name: 'update', fields: ['status'] },
        'delete',
        { name: 'count', fn: 'shop.actions.count', on: 'collection' },
      ],
    },
    {
      model: 'shop.models.Parcel',
      access: { rules: [{ allow: ['update'], to: { role: 'packer' } }] },
      operations: [{ name: 'update', fields: ['weight'] }],
    },
    {
      model: 'shop.models.Label',
      access: { rules: [{ allow: ['list'], to: 'anyone' }, { allow: ['get'] }] },
      operations: [{ name: 'get', require_auth: false }],
    },
  ],
}

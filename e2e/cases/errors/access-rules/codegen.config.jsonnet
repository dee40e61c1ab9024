{
  version: '1',
  module: 'shop',
  auth: {
    verify_credentials_fn: 'shop.auth.verify',
    claims: { sub: 'uuid', team: 'str | None', roles: 'list[str]' },
  },
  resources: [
    {
      model: 'shop.models.Order',
      access: {
        owner: { customer_id: { user: 'sub' } },
        rules: [
          { allow: ['get', 'lst', 'cancle'], to: 'owner' },
          { allow: ['update'], where: { statu: 'open', status: 'opn' } },
          { allow: ['update'], where: { number: 'one', placed_on: '2024-01-01' } },
          { allow: ['delete'], where: { customer_id: { not: { user: 'team' } } } },
          { allow: ['delete'], where: { status: { user: 'roles' } } },
          { allow: '*', to: { role: 'admin' }, when: {} },
        ],
      },
      operations: ['get', 'update', 'delete', { name: 'cancel', fn: 'shop.actions.cancel' }],
    },
  ],
}

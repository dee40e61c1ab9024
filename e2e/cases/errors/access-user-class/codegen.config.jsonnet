// The user is of a class of the project's: a dataclass, a Pydantic model, a mapped one, and one that says less.
local orders(access) = [{ model: 'shop.models.Order', access: access, operations: ['get'] }];

{
  version: '1',
  apps: [
    {
      prefix: '/data',
      config: {
        module: 'data',
        auth: { get_current_user_fn: 'shop.users.of_data' },
        resources: orders({
          tenant: { shop_id: { user: 'shop' } },
          owner: { customer_id: { user: 'id' } },
          rules: [{ allow: '*', where: { customer_id: { not: { user: 'idd' } } }, check: { any: [{ shop_id: { user: 'nam' } }] } }],
        }),
      },
    },
    {
      prefix: '/pydantic',
      config: {
        module: 'pydantic',
        auth: { get_current_user_fn: 'shop.users.of_pydantic' },
        resources: orders({ rules: [{ allow: '*', to: { role: 'admin' } }, { allow: ['get'], where: { shop_id: { user: 'shop' } } }] }),
      },
    },
    {
      prefix: '/mapped',
      config: {
        module: 'mapped',
        auth: { get_current_user_fn: 'elsewhere.user', current_user_type: 'shop.models.Member' },
        resources: orders({ tenant: { shop_id: { user: 'shop_idd' } }, rules: [{ allow: '*', to: { role: 'admin' } }] }),
      },
    },
    {
      // Its attributes are of other types than the columns.
      prefix: '/loose',
      config: {
        module: 'loose',
        auth: { get_current_user_fn: 'shop.users.of_loose' },
        resources: orders({
          tenant: { shop_id: { user: 'shop_id' } },
          owner: { customer_id: { user: 'id' } },
          rules: [{ allow: '*', where: { any: [{ shop_id: { user: 'shops' } }, { shop_id: { user: 'name' } }] } }],
        }),
      },
    },
    {
      // Its attributes are made when it is.
      prefix: '/plain',
      config: {
        module: 'plain',
        auth: { get_current_user_fn: 'shop.users.of_plain' },
        resources: orders({ tenant: { shop_id: { user: 'shop' } } }),
      },
    },
  ],
}

local app(module, auth) = {
  prefix: '/' + module,
  config: {
    module: module,
    auth: auth,
    resources: [{ model: 'shop.models.Order', operations: [{ name: 'create', fields: [{ name: 'total', type: 'int' }] }] }],
  },
};
local jwt(claims) = { type: 'jwt', secret_env: 'SECRET', verify_credentials_fn: 'shop.auth.verify', [if claims != null then 'claims']: claims };

{
  version: '1',
  models: false,
  idempotency: { model: 'shop.models.IdempotencyKey', user: 'number' },
  apps: [
    app('unknown', jwt({ sub: 'str' })),
    app('nullable', jwt({ number: 'int | None' })),
    app('dict', jwt(null)),
    app('own', { get_current_user_fn: 'shop.auth.user' }),
    app('keys', jwt({ number: 'int' })) + {
      config+: { resources: [{ model: 'shop.models.IdempotencyKey', operations: [{ name: 'get', fields: [{ name: 'body', type: 'bytes' }] }] }] },
    },
  ],
}

// The current user in three apps: claims of a token, claims of another server's token, and what a
// function of the project returns.
local jwks = import 'stdlib/auth/jwks.libsonnet';
local jwt = import 'stdlib/auth/jwt.libsonnet';

local resources = [
  { model: 'shop.models.Order', generate_tests: true, operations: ['get', { name: 'cancel', fn: 'shop.actions.cancel' }] },
];

{
  version: '1',
  package_prefix: 'api',
  apps: [
    {
      prefix: '/own',
      config: {
        module: 'own',
        auth: jwt.jwt({
          verify_credentials_fn: 'shop.auth.verify',
          claims: {
            sub: 'int',
            tenant_id: 'uuid',
            roles: 'list[str]',
            seen: 'datetime | None',
            // Names that mean something to Python.
            list: 'bool',
            uuid: 'str',
            cls: { type: 'str', claim: 'class' },
          },
          test_claims: { sub: 7, roles: ['editor'] },
        }),
        resources: resources,
      },
    },
    {
      prefix: '/issued',
      config: {
        module: 'issued',
        auth: jwks.keycloak('https://id.example.org', 'shop', {
          algorithms: ['RS256', 'ES256'],
          audience: 'shop-api',
        }),
        resources: resources,
      },
    },
    {
      prefix: '/plain',
      config: {
        module: 'plain',
        auth: jwks.jwks({ issuer: 'https://id.example.org', audience: ['a', 'b'] }),
        resources: resources,
      },
    },
    {
      prefix: '/member',
      config: {
        module: 'member',
        auth: { get_current_user_fn: 'shop.auth.current_user' },
        resources: resources,
      },
    },
    {
      prefix: '/named',
      config: {
        module: 'named',
        auth: {
          get_current_user_fn: 'shop.auth.guard',
          current_user_type: 'shop.models.Member | None',
          test_user_fn: 'shop.testing.member',
        },
        resources: resources,
      },
    },
  ],
}

// Three apps, three kinds of users: claims of a token of its own, an instance of a model, claims of
// another server's token. In the club, a mentor reads what those write whom the mentor looks after.
local access = import 'stdlib/access.libsonnet';
local jwks = import 'stdlib/auth/jwks.libsonnet';
local jwt = import 'stdlib/auth/jwt.libsonnet';

local note = {
  model: 'team.models.Note',
  generate_tests: true,
  operations: [
    'get',
    { name: 'list', pagination: { mode: 'keyset' } },
    { name: 'create', fields: ['text', 'author_id'] },
    'delete',
  ],
};

{
  version: '1',
  package_prefix: 'team_api',
  apps: [
    {
      prefix: '/desk',
      config: {
        module: 'desk',
        auth: jwt.jwt({
          secret_env: 'DESK_SECRET',
          verify_credentials_fn: 'team.accounts.verify',
          claims: {
            sub: 'uuid',
            number: 'int',
            roles: 'list[str]',
            since: 'datetime | None',
            trusted: { type: 'bool', claim: ['app', 'trusted'] },
          },
          test_claims: { roles: ['writer'] },
        }),
        resources: [note {
          operations+: [{ name: 'mine', fn: 'team.actions.mine_of_desk', on: 'collection' }],
        }],
      },
    },
    {
      prefix: '/club',
      config: {
        module: 'club',
        auth: { get_current_user_fn: 'team.accounts.member_of_request' },
        resources: [note {
          access: access.owned('author_id', 'id') + {
            rules: [
              { allow: '*', to: 'owner' },
              { allow: ['get', 'list'], where_fn: 'team.visibility.of_mentees' },
            ],
          },
          operations: [
            'get',
            { name: 'list', pagination: { mode: 'keyset' } },
            { name: 'create', fields: ['text'] },
            'delete',
            { name: 'sign', fn: 'team.actions.sign_as_member' },
          ],
        }, {
          model: 'team.models.Comment',
          generate_tests: true,
          access: { rules: [{ allow: '*', where: { text: { not: 'spam' } }, where_fn: 'team.visibility.on_readable_notes' }] },
          operations: ['get', 'list', 'create', { name: 'update', fields: ['text'] }],
        }],
      },
    },
    {
      prefix: '/portal',
      config: {
        module: 'portal',
        auth: jwks.jwks({
          algorithms: ['RS256', 'ES256'],
          issuer: 'https://id.example.org/realms/team',
          audience: ['portal', 'portal-admin'],
          claims: {
            sub: 'uuid',
            email: 'str | None',
            roles: { type: 'list[str]', claim: ['realm_access', 'roles'] },
          },
        }),
        resources: [note {
          operations+: [{ name: 'mine', fn: 'team.actions.mine_of_portal', on: 'collection' }],
        }, {
          model: 'team.models.Notice',
          generate_tests: true,
          access: {
            rules: [{ allow: ['get', 'list'], where: { published: true } }, { allow: '*', to: { role: 'admin' } }],
          },
          operations: ['get', 'list', 'create', 'update', 'delete'],
        }, {
          // It has no rules, but refers to rows that not every user sees.
          model: 'team.models.Vote',
          generate_tests: true,
          access: 'open',
          operations: ['get', 'list', 'create', 'update', 'delete'],
        }],
      },
    },
  ],
}

/**
 * The auth block of tokens that another server issues, and the claims of three of them.
 *
 *   local auth = import 'stdlib/auth/jwks.libsonnet';
 *   { auth: auth.keycloak('https://id.example.org', 'shop', { audience: 'shop-api' }) }
 *
 * options: any key of the auth config; what is left out has the config's own default. `claims` are
 * those of the provider unless the options have others; `claims+:` adds to them.
 */
{
  /** Tokens of any server that publishes its keys: `issuer` and `audience` are required. */
  jwks(options={}):: { type: 'jwks' } + options,

  /**
   * Keycloak. AUTH_JWKS_URL is https://id.example.org/realms/shop/protocol/openid-connect/certs.
   * A client's tokens have an audience of your own once it has a mapper of the type "Audience".
   */
  keycloak(url, realm, options={}):: self.jwks({
    issuer: '%s/realms/%s' % [url, realm],
    claims: {
      sub: 'uuid',
      username: { type: 'str', claim: 'preferred_username' },
      roles: { type: 'list[str]', claim: ['realm_access', 'roles'] },
    },
  } + options),

  /**
   * Auth0. AUTH_JWKS_URL is https://shop.eu.auth0.com/.well-known/jwks.json; the audience is the API's
   * identifier. `permissions` are there once the API's settings add them to the access token.
   */
  auth0(domain, options={}):: self.jwks({
    issuer: 'https://%s/' % domain,
    claims: { sub: 'str', permissions: 'list[str] | None' },
  } + options),

  /**
   * Amazon Cognito. AUTH_JWKS_URL is
   * https://cognito-idp.eu-central-1.amazonaws.com/eu-central-1_abc/.well-known/jwks.json. Send the ID
   * token: its audience is the id of the client; the access token has none.
   */
  cognito(region, pool, options={}):: self.jwks({
    issuer: 'https://cognito-idp.%s.amazonaws.com/%s' % [region, pool],
    claims: {
      sub: 'uuid',
      email: 'str | None',
      groups: { type: 'list[str] | None', claim: 'cognito:groups' },
    },
  } + options),
}

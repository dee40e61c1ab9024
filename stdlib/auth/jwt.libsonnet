/**
 * The auth block of the token flow.
 *
 *   local auth = import 'stdlib/auth/jwt.libsonnet';
 *   { auth: auth.jwt({ verify_credentials_fn: 'app.auth.verify_credentials' }) }
 *
 * options: any key of the auth config; what is left out has the config's own default.
 */
{
  /** Tokens that the API issues, or with `get_current_user_fn` a user that your own function finds. */
  jwt(options={}):: { type: 'jwt' } + options,
}

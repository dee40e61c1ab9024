import type { Auth } from './config/project.js';

/** Tokens that the API gives out itself. */
export type TokenAuth = Extract<Auth, { readonly secret_env: string }>;

/** Tokens that another server issues. */
export type IssuedAuth = Extract<Auth, { readonly type: 'jwks' }>;

/** A current user of the project's own. */
export type OwnAuth = TokenAuth & { readonly get_current_user_fn: string };

/** Whether another server issues the tokens. */
export function isIssued(auth: Auth): auth is IssuedAuth {
  return auth.type === 'jwks';
}

/** Whether the project has a current-user dependency of its own. */
export function isOwn(auth: Auth): auth is OwnAuth {
  return !isIssued(auth) && auth.get_current_user_fn !== undefined;
}

/** Whether the API gives out tokens itself. */
export function hasTokenRoute(auth: Auth): auth is TokenAuth {
  return !isIssued(auth) && !isOwn(auth);
}

/** The role of a request without a token. */
export const ANON_ROLE = 'anon';

/** The role that the REST server connects as. It can do nothing but switch to the request's role. */
export const AUTHENTICATOR_ROLE = 'authenticator';

import { callForData } from "./api.js";
import type { Api, CallOptions } from "./api.js";

/** A name and a password. */
export interface Credentials {
  readonly username: string;
  readonly password: string;
}

/** A token, and how long it is valid. */
export interface TokenResponse {
  readonly access_token: string;
  readonly token_type: string;
  /** In seconds. */
  readonly expires_in: number;
}

/** Sends credentials as a form, as the token route expects them. */
export function sendCredentials(
  api: Api,
  path: string,
  { username, password }: Credentials,
  options?: CallOptions,
): Promise<TokenResponse> {
  const body = new URLSearchParams({ username, password });
  return callForData(api, { method: "POST", path, body }, options);
}

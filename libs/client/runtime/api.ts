import {
  ApiError,
  InvalidBodyError,
  NetworkError,
  isAbort,
  isApiError,
} from "./errors.js";
import type { ErrorBody } from "./errors.js";

/** Where the API is, and how requests are sent to it. */
export interface Api {
  /** What stands before each path: `https://example.org/api`. In browsers, it can be a path: `/api`. */
  readonly baseUrl: string;
  /**
   * Gives the token of a request that needs a user. It is called again once, with the token, if the API refuses
   * that with a 401.
   */
  readonly token?: ((refused?: string) => Token | Promise<Token>) | undefined;
  /** Headers of every request. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** What sends requests. Default: the global `fetch`. */
  readonly fetch?: typeof fetch | undefined;
  /** See and change requests and responses, the first one outermost. */
  readonly interceptors?: readonly Interceptor[] | undefined;
  /** How often a request is sent again that changes nothing, or is done once. Default: 2 times; 0 for never. */
  readonly retries?: number | undefined;
}

type Token = string | undefined;

/** Sees a request, passes it on with `next`, and sees the response. */
export type Interceptor = (
  request: Request,
  next: (request: Request) => Promise<Response>,
) => Promise<Response>;

/** What a caller says of one request. */
export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** What a caller says of a request that is done once, however often it is sent. */
export interface KeyOptions extends CallOptions {
  /** What is the same each time that it is sent. Default: a random one for each call. */
  readonly idempotencyKey?: string | undefined;
}

/** What a caller says of a request about a row that has versions. */
export interface VersionOptions extends CallOptions {
  /** The version that the row has to have, or `*` for any: if it has another one, the answer is a 412. */
  readonly ifMatch?: string | undefined;
}

/** What a caller has to say of such a request: without a version, the answer is a 428. */
export interface RequiredVersionOptions extends CallOptions {
  /** The version that the row has to have, or `*` for any: if it has another one, the answer is a 412. */
  readonly ifMatch: string;
}

/** What the API says of a row. */
export interface Answer<Data> {
  readonly data: Data;
  readonly response: Response;
}

/** What the API says of a row that has versions. */
export interface VersionedAnswer<Data> extends Answer<Data> {
  /**
   * The version of the row, for `ifMatch`. Empty if the browser hides it: an API of another origin has to expose the
   * header `ETag`.
   */
  readonly etag: string;
}

/** What an operation sends. */
export interface Call {
  readonly method: "GET" | "POST" | "PATCH" | "PUT" | "DELETE";
  readonly path: string;
  readonly body?: unknown;
  /** Whether it needs a user. */
  readonly needsUser?: boolean;
  /** Whether it changes nothing, so that it can be sent again. */
  readonly isRead?: boolean;
  /** Whether it has a key, with which the API does it once: then it can be sent again, too. */
  readonly takesKey?: boolean;
}

/** What a caller can say of any request. */
type AnyOptions = VersionOptions & KeyOptions;

/** A value as a step of a path. */
export function step(value: string | number): string {
  const text = String(value);
  // Clients interpret these as parts of a path, whatever they are written as.
  if (text === "" || text === "." || text === "..") {
    throw new TypeError(`${JSON.stringify(text)} cannot be a step of a path.`);
  }
  return encodeURIComponent(text);
}

/** Sends a request, and reads the answer. */
export async function call<Data>(
  api: Api,
  request: Call,
  options: AnyOptions = {},
): Promise<Answer<Data>> {
  const response = await send(api, request, options);
  return { data: (await read(response)) as Data, response };
}

/** Sends a request, and reads the answer and the version of the row. */
export async function callVersioned<Data>(
  api: Api,
  request: Call,
  options?: AnyOptions,
): Promise<VersionedAnswer<Data>> {
  const answer = await call<Data>(api, request, options);
  return { ...answer, etag: answer.response.headers.get("etag") ?? "" };
}

/** Reads a row unless it still has the version that the caller knows: then the API answers with a 304. */
export async function ifChanged<Row>(
  etag: string,
  options: CallOptions | undefined,
  get: (options: CallOptions) => Promise<Row>,
): Promise<Row | undefined> {
  const headers = { ...options?.headers, "if-none-match": etag };
  try {
    return await get({ ...options, headers });
  } catch (error) {
    if (isApiError(error, 304)) return undefined;
    throw error;
  }
}

/** Sends a request, and reads the answer without what is around it. */
export async function callForData<Data>(
  api: Api,
  request: Call,
  options?: AnyOptions,
): Promise<Data> {
  return (await call<Data>(api, request, options)).data;
}

async function read(response: Response): Promise<unknown> {
  const text = await response.text();
  let body: unknown;
  let isJson = true;
  try {
    body = text === "" ? undefined : JSON.parse(text);
  } catch {
    isJson = false;
  }
  if (!response.ok) {
    const isError = typeof body === "object" && body !== null;
    const known = isError ? (body as ErrorBody) : undefined;
    throw new ApiError(response.status, known, response);
  }
  if (!isJson) throw new InvalidBodyError(response, text);
  return body;
}

async function send(
  api: Api,
  call: Call,
  given: AnyOptions,
): Promise<Response> {
  const { idempotencyKey = call.takesKey ? randomKey() : undefined } = given;
  const options = { ...given, idempotencyKey };
  const token = call.needsUser ? await api.token?.() : undefined;
  const response = await sendRepeatedly(api, call, options, token);
  if (response.status !== 401 || token === undefined) return response;
  const renewed = await api.token?.(token);
  if (renewed === undefined || renewed === token) return response;
  return sendRepeatedly(api, call, options, renewed);
}

/** Not every page and platform has `randomUUID`, and a key need only be unlike those of the same user. */
function randomKey(): string {
  const { crypto } = globalThis as { crypto?: { randomUUID?(): string } };
  return (
    crypto?.randomUUID?.() ??
    Array.from({ length: 4 }, () => Math.random().toString(36).slice(2)).join(
      "-",
    )
  );
}

/** Answers after which the same request may succeed. */
const temporary: readonly number[] = [429, 502, 503, 504];

async function sendRepeatedly(
  api: Api,
  call: Call,
  options: AnyOptions,
  token: Token,
): Promise<Response> {
  const retries = call.isRead || call.takesKey ? (api.retries ?? 2) : 0;
  for (let attempt = 0; ; attempt += 1) {
    try {
      const response = await sendOnce(api, call, options, token);
      if (attempt >= retries || !temporary.includes(response.status)) {
        return response;
      }
      await pause(attempt, response.headers.get("retry-after"), options.signal);
    } catch (error) {
      if (attempt >= retries || !(error instanceof NetworkError)) throw error;
      await pause(attempt, null, options.signal);
    }
  }
}

async function sendOnce(
  api: Api,
  { method, path, body }: Call,
  { signal, headers, ifMatch, idempotencyKey }: AnyOptions,
  token: Token,
): Promise<Response> {
  if (ifMatch === "") {
    throw new TypeError(
      "The version for ifMatch is unknown: let the API expose the header ETag to other origins.",
    );
  }
  const request = new Request(api.baseUrl.replace(/\/$/, "") + path, {
    method,
    headers: {
      accept: "application/json",
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body !== undefined &&
        !(body instanceof URLSearchParams) && {
          "content-type": "application/json",
        }),
      ...(ifMatch !== undefined && { "if-match": ifMatch }),
      ...(idempotencyKey !== undefined && {
        "idempotency-key": idempotencyKey,
      }),
      ...api.headers,
      ...headers,
    },
    ...(body !== undefined && {
      body: body instanceof URLSearchParams ? body : JSON.stringify(body),
    }),
    ...(signal && { signal }),
  });
  const first = (api.interceptors ?? []).reduceRight(
    (next: (request: Request) => Promise<Response>, interceptor) => (passed) =>
      interceptor(passed, next),
    (passed) => transmit(api, passed),
  );
  return first(request);
}

async function transmit(api: Api, request: Request): Promise<Response> {
  try {
    return await (api.fetch ?? fetch)(request);
  } catch (error) {
    if (request.signal.aborted || isAbort(error)) throw error;
    throw new NetworkError(`No answer from ${request.url}`, { cause: error });
  }
}

/** Waits as long as the API asks for, half a minute at most; else a little longer each time. */
async function pause(
  attempt: number,
  retryAfter: string | null,
  signal: AbortSignal | undefined,
): Promise<void> {
  const seconds = retryAfter === null ? NaN : Number(retryAfter);
  const wait = Number.isNaN(seconds)
    ? 200 * 2 ** attempt
    : Math.min(seconds, 30) * 1000;
  await new Promise<void>((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, wait);
    if (signal?.aborted) stop();
    else signal?.addEventListener("abort", stop, { once: true });
  });
}

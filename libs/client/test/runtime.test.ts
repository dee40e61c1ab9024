import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { afterEach, beforeEach, expect, it } from 'vitest';

import { call, callVersioned, step, type Api } from '../runtime/api.js';
import {
  ApiError,
  fieldErrors,
  InvalidBodyError,
  isAbort,
  isApiError,
  NetworkError,
} from '../runtime/errors.js';

/** What a server answers to each request, and what it was sent. */
type Handler = (request: IncomingMessage, response: ServerResponse) => void;

let handle: Handler;
let api: Api;
let stop: () => Promise<void>;
let requests: string[];

beforeEach(async () => {
  requests = [];
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url} ${request.headers.authorization ?? ''}`.trim());
    handle(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  api = { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` };
  stop = () =>
    new Promise((resolve) => {
      server.closeAllConnections();
      server.close(() => {
        resolve();
      });
    });
});

afterEach(() => stop());

const answer = (status: number, body: unknown, headers: Record<string, string> = {}): Handler => {
  return (_, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  };
};

const inTurn = (...handlers: readonly Handler[]): Handler => {
  let index = 0;
  return (request, response) => {
    handlers[Math.min(index++, handlers.length - 1)]!(request, response);
  };
};

const read = { method: 'GET', path: '/things/1', isRead: true, needsUser: true } as const;
const write = { method: 'POST', path: '/things', body: { name: 'x' }, needsUser: true } as const;

const failure = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'no error',
    (error: unknown) => error,
  );

it('answers with the data and the version of a row', async () => {
  handle = answer(200, { id: 1 }, { etag: '"3"' });
  const { data, etag } = await callVersioned(api, read);
  expect([data, etag]).toEqual([{ id: 1 }, '"3"']);
});

it('asks for a token, once more after a 401, and not without need', async () => {
  handle = inTurn(answer(401, { detail: 'Expired' }), answer(200, {}));
  const refused: (string | undefined)[] = [];
  const token = (old?: string) => {
    refused.push(old);
    return Promise.resolve(old === undefined ? 'first' : 'second');
  };
  await call({ ...api, token }, write);
  expect(requests).toEqual(['POST /things Bearer first', 'POST /things Bearer second']);
  expect(refused).toEqual([undefined, 'first']);

  handle = answer(401, { detail: 'Expired' });
  requests = [];
  const error = await failure(call({ ...api, token: () => 'same' }, read));
  expect(isApiError(error, 401)).toBe(true);
  expect(requests).toHaveLength(1);

  handle = answer(200, {});
  requests = [];
  await call({ ...api, token }, { method: 'GET', path: '/open' });
  expect(requests).toEqual(['GET /open']);
});

it('sends what only reads again, as late as the API asks, and what writes never', async () => {
  handle = inTurn(answer(503, { detail: 'Busy' }, { 'retry-after': '0' }), answer(200, { id: 1 }));
  expect((await call(api, read)).data).toEqual({ id: 1 });
  expect(requests).toHaveLength(2);

  handle = answer(503, { detail: 'Busy' }, { 'retry-after': '0' });
  requests = [];
  expect(isApiError(await failure(call(api, write)), 503)).toBe(true);
  expect(requests).toHaveLength(1);

  requests = [];
  await failure(call({ ...api, retries: 0 }, read));
  expect(requests).toHaveLength(1);
});

it('sends what is done once again with the same key, a new one for each call', async () => {
  const keys: (string | undefined)[] = [];
  const noting =
    (next: Handler): Handler =>
    (request, response) => {
      keys.push(request.headers['idempotency-key'] as string | undefined);
      next(request, response);
    };
  const lost: Handler = (request) => request.socket.destroy();
  const busy = answer(503, { detail: 'Busy' }, { 'retry-after': '0' });
  handle = noting(inTurn(lost, busy, answer(201, { id: 1 })));
  const once = { ...write, takesKey: true } as const;
  expect((await call(api, once)).data).toEqual({ id: 1 });
  expect(keys).toHaveLength(3);
  expect(new Set(keys).size).toBe(1);
  expect(keys[0]!.length).toBeGreaterThan(20);

  await call(api, once);
  await call(api, once, { idempotencyKey: 'mine' });
  await call(api, write);
  expect(keys[3]).not.toBe(keys[0]);
  expect(keys.slice(4)).toEqual(['mine', undefined]);

  // The token is renewed for the same request.
  keys.length = 0;
  handle = noting(inTurn(answer(401, { detail: 'Expired' }), answer(201, {})));
  await call({ ...api, token: (old) => `${old}!` }, once);
  expect(new Set(keys).size).toBe(1);

  // Where there is no randomUUID, as on pages without HTTPS.
  const { crypto } = globalThis;
  Object.defineProperty(globalThis, 'crypto', { value: undefined, configurable: true });
  try {
    await call(api, once);
  } finally {
    Object.defineProperty(globalThis, 'crypto', { value: crypto, configurable: true });
  }
  expect(keys.at(-1)!.length).toBeGreaterThan(20);
});

it('tells a network failure, an abort, an error without JSON and an answer without JSON apart', async () => {
  handle = (request) => request.socket.destroy();
  const lost = await failure(call({ ...api, retries: 0 }, read));
  expect(lost).toBeInstanceOf(NetworkError);
  expect((lost as Error).cause).toBeInstanceOf(Error);

  handle = () => undefined;
  const controller = new AbortController();
  const aborted = failure(call(api, read, { signal: controller.signal }));
  setTimeout(() => {
    controller.abort();
  }, 20);
  expect(isAbort(await aborted)).toBe(true);

  handle = answer(502, '<html>Bad gateway</html>');
  const gateway = await failure(call({ ...api, retries: 0 }, read));
  expect(gateway).toBeInstanceOf(ApiError);
  expect(gateway).toMatchObject({ status: 502, body: undefined });

  handle = answer(200, '<html>A page of another program</html>');
  expect(await failure(call(api, read))).toBeInstanceOf(InvalidBodyError);
});

it('an abort ends the wait before the next attempt', async () => {
  handle = answer(503, { detail: 'Busy' }, { 'retry-after': '30' });
  const controller = new AbortController();
  const waiting = failure(call(api, read, { signal: controller.signal }));
  setTimeout(() => {
    controller.abort();
  }, 50);
  expect(isAbort(await waiting)).toBe(true);
  expect(requests).toHaveLength(1);
});

it('interceptors see and change requests and responses, the first one outermost', async () => {
  handle = (request, response) => {
    response.end(JSON.stringify(request.headers['x-seen']));
  };
  const seen: string[] = [];
  const through =
    (name: string): NonNullable<Api['interceptors']>[number] =>
    async (request, next) => {
      const headers = new Headers(request.headers);
      headers.append('x-seen', name);
      seen.push(`> ${name}`);
      const response = await next(new Request(request, { headers }));
      seen.push(`< ${name}`);
      return response;
    };
  const { data } = await call({ ...api, interceptors: [through('a'), through('b')] }, write);
  expect(data).toBe('a, b');
  expect(seen).toEqual(['> a', '> b', '< b', '< a']);
});

it('names what is wrong with each field of a form, by its path', async () => {
  const detail = [
    { type: 'missing', loc: ['body', 'title'], msg: 'Field required' },
    { type: 'too_long', loc: ['body', 'lines', 0, 'note'], msg: 'Too long' },
    { type: 'again', loc: ['body', 'title'], msg: 'Again' },
  ];
  handle = answer(422, { detail });
  const error = await failure(call(api, write));
  expect(fieldErrors(error)).toEqual({ title: 'Field required', 'lines.0.note': 'Too long' });
  expect((error as Error).message).toContain('body.title: Field required');

  handle = answer(422, { detail: 'The request is not valid', errors: detail });
  const problem = await failure(call(api, write));
  expect(fieldErrors(problem)).toEqual(fieldErrors(error));
  expect((problem as ApiError).invalid).toEqual(detail);

  const taken = { detail: 'The slug is taken', code: 'unique', constraint: 'articles_slug_key' };
  handle = answer(409, { ...taken, fields: ['slug'] });
  const conflict = await failure(call(api, write));
  expect(fieldErrors(conflict)).toEqual({ slug: 'The slug is taken' });
  expect(conflict).toMatchObject({
    code: 'unique',
    fields: ['slug'],
    constraint: 'articles_slug_key',
  });

  handle = answer(409, { ...taken, fields: ['year', 'slug'] });
  expect(fieldErrors(await failure(call(api, write)))).toEqual({ '': 'The slug is taken' });
  handle = answer(409, { detail: 'The slug is taken' });
  expect(fieldErrors(await failure(call(api, write)))).toEqual({ '': 'The slug is taken' });

  handle = answer(404, { detail: 'Not found' });
  expect(fieldErrors(await failure(call(api, write)))).toEqual({});
  expect(fieldErrors(new Error('another'))).toEqual({});
});

it('refuses keys that would be other paths', () => {
  expect(step('a/b?c')).toBe('a%2Fb%3Fc');
  for (const key of ['', '.', '..']) expect(() => step(key)).toThrow(TypeError);
});

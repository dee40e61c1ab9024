import { startApi } from '@rowhouse/harness';
import { createHmac } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';

import { author, serveDemo, type DemoApi } from './demo-api.js';

let demo: DemoApi;

beforeAll(async () => {
  demo = await serveDemo(inject('postgresUrl'));
});
afterAll(() => demo.stop());

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const claims = { sub: '00000000-0000-0000-0000-000000000001', role: 'author' };
const later = () => Math.floor(Date.now() / 1000) + 600;

/** Signs a token by hand, so that a test can get any part of it wrong. */
function token(
  payload: object,
  { alg = 'HS256', key = demo.env['JWT_SECRET']!, hash = 'sha256' } = {},
): string {
  const signed = `${encode({ alg, typ: 'JWT' })}.${encode(payload)}`;
  return `${signed}.${createHmac(hash, key).update(signed).digest('base64url')}`;
}

function search(authorization?: string): Promise<Response> {
  return fetch(`${demo.api.url}/articles/search`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(authorization ? { authorization } : {}) },
    body: '{}',
  });
}

describe('a request', () => {
  test('with a valid token is served', async () => {
    expect((await search(`Bearer ${token({ ...claims, exp: later() })}`)).status).toBe(200);
  });

  test.each<[string, () => string | undefined]>([
    ['no credentials', () => undefined],
    ['garbage', () => 'Bearer garbage'],
    ['another scheme', () => 'Basic YTpi'],
    ['an empty token', () => 'Bearer '],
    ['bytes that are no text', () => 'Bearer \u00ff\u00fe'],
    ['an expired token', () => `Bearer ${token({ ...claims, exp: later() - 1200 })}`],
    ['a token without exp', () => `Bearer ${token({ ...claims })}`],
    ['an exp that is text', () => `Bearer ${token({ ...claims, exp: 'never' })}`],
    [
      'another algorithm',
      () => `Bearer ${token({ ...claims, exp: later() }, { alg: 'HS512', hash: 'sha512' })}`,
    ],
    ['another key', () => `Bearer ${token({ ...claims, exp: later() }, { key: 'k'.repeat(40) })}`],
    ['alg: none', () => `Bearer ${encode({ alg: 'none' })}.${encode({ exp: later() })}.`],
    [
      'a payload that was exchanged',
      () => {
        const [head, , signature] = token({ ...claims, exp: later() }).split('.');
        return `Bearer ${head}.${encode({ ...claims, role: 'editor', exp: later() })}.${signature}`;
      },
    ],
  ])('with %s is answered 401, and asked for a bearer token', async (_what, authorization) => {
    const answer = await search(authorization());
    expect(answer.status).toBe(401);
    expect(answer.headers.get('www-authenticate')).toBe('Bearer');
  });
});

describe('the token route', () => {
  const logIn = (form: Record<string, string>) =>
    fetch(`${demo.api.url}/auth/token`, { method: 'POST', body: new URLSearchParams(form) });

  test('exchanges credentials for a token that lasts as long as it says', async () => {
    const answer = await logIn({ username: author.email, password: author.password });
    const body = (await answer.json()) as Record<string, unknown>;
    expect(body).toEqual({
      access_token: expect.any(String) as string,
      token_type: 'bearer',
      expires_in: expect.any(Number) as number,
    });
    expect(body['expires_in']).toBeGreaterThan(1700);
    expect(body['expires_in']).toBeLessThanOrEqual(1800);
    expect((await search(`Bearer ${body['access_token'] as string}`)).status).toBe(200);
  });

  test.each([
    ['another password', { username: author.email, password: 'wrong' }],
    ['an unknown user', { username: 'nobody@example.org', password: 'wrong' }],
    ['the empty password', { username: author.email, password: ' ' }],
  ])('refuses %s with 401', async (_what, form) => {
    const answer = await logIn(form);
    expect(answer.status).toBe(401);
    expect(answer.headers.get('www-authenticate')).toBe('Bearer');
  });

  test('answers an incomplete form with 422, and hostile text without a 500', async () => {
    expect((await logIn({ username: author.email })).status).toBe(422);
    expect((await logIn({ username: 'a\u0000b', password: 'x' })).status).toBeLessThan(500);
  });
});

describe('the application', () => {
  const serve = (env: Record<string, string>, application = 'main:app') =>
    startApi({ directory: demo.directory, application, env: { ...demo.env, ...env } });

  test.each(['', 'short'])(
    'does not start with the secret %j, and names the variable',
    async (secret) => {
      await expect(serve({ JWT_SECRET: secret })).rejects.toThrow(/JWT_SECRET/);
    },
  );

  test('below /v1, tells the documentation page where to log in', async () => {
    writeFileSync(
      join(demo.directory, 'versioned.py'),
      [
        'from fastapi import FastAPI',
        '',
        'from _generated.routes import router',
        '',
        'app = FastAPI()',
        'app.include_router(router, prefix="/v1")',
        '',
      ].join('\n'),
    );
    const api = await serve({}, 'versioned:app');
    try {
      const document = (await (await fetch(`${api.url}/openapi.json`)).json()) as {
        components: {
          securitySchemes: Record<string, { flows: { password: { tokenUrl: string } } }>;
        };
      };
      const [scheme] = Object.values(document.components.securitySchemes);
      const { pathname } = new URL(scheme!.flows.password.tokenUrl, `${api.url}/docs`);
      expect(pathname).toBe('/v1/auth/token');
      const form = new URLSearchParams({ username: author.email, password: author.password });
      expect((await fetch(api.url + pathname, { method: 'POST', body: form })).status).toBe(200);
    } finally {
      await api.stop();
    }
  });

  test('starts without a database, and names the missing variable at first use', async () => {
    const api = await serve({ DATABASE_URL: '' });
    try {
      const valid = `Bearer ${token({ ...claims, exp: later() })}`;
      const url = `${api.url}/articles/search`;
      const headers = { authorization: valid, 'content-type': 'application/json' };
      expect((await fetch(url, { method: 'POST', headers, body: '{}' })).status).toBe(503);
      await expect.poll(() => api.log()).toContain('DATABASE_URL');
    } finally {
      await api.stop();
    }
  });

  test('can be locked as a whole, but for the excluded paths', async () => {
    writeFileSync(
      join(demo.directory, 'locked.py'),
      [
        'from fastapi import Depends, FastAPI',
        '',
        'from _generated.auth.dependencies import require_auth',
        'from _generated.routes import router',
        '',
        'app = FastAPI(dependencies=[Depends(require_auth)])',
        'app.include_router(router)',
        '',
        '@app.get("/health")',
        'def health() -> str:',
        '    return "ok"',
        '',
        '@app.get("/hidden")',
        'def hidden() -> str:',
        '    return "ok"',
        '',
      ].join('\n'),
    );
    const api = await serve({}, 'locked:app');
    try {
      const status = async (path: string) => (await fetch(api.url + path)).status;
      expect(await status('/health')).toBe(200);
      expect(await status('/docs')).toBe(200);
      expect(await status('/hidden')).toBe(401);
      const form = new URLSearchParams({ username: author.email, password: author.password });
      const login = await fetch(`${api.url}/auth/token`, { method: 'POST', body: form });
      expect(login.status).toBe(200);
    } finally {
      await api.stop();
    }
  });
});

import {
  createDatabase,
  pythonProgram,
  startApi,
  type Api,
  type TemporaryDatabase,
} from '@rowhouse/harness';
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');

/** The author that the demo's database begins with. */
export const author = { email: 'ada@example.org', password: 'correct horse battery staple' };

/** The demo, generated anew into a folder of its own and served on a database of its own. */
export interface DemoApi {
  readonly directory: string;
  readonly database: TemporaryDatabase;
  readonly env: Readonly<Record<string, string>>;
  readonly api: Api;
  /** A valid token. */
  readonly token: string;
  /** Sends JSON with the token, or whatever `init` says instead. */
  send(method: string, path: string, body?: unknown, init?: RequestInit): Promise<Answer>;
  stop(): Promise<void>;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  // Tests look into whatever the API answers.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  readonly body: any;
}

/** Generates the demo with the built command, seeds a database, and serves it. */
export async function serveDemo(postgresUrl: string): Promise<DemoApi> {
  const directory = mkdtempSync(join(tmpdir(), 'rowhouse-demo-'));
  cpSync(join(root, 'apps/demo'), directory, {
    recursive: true,
    filter: (path) => !/_generated|__pycache__|node_modules/.test(path),
  });
  const codegen = join(root, 'libs/cli/bin/codegen.cjs');
  const config = join(root, 'apps/demo/codegen.config.jsonnet');
  execFileSync(process.execPath, [
    codegen,
    ...['generate', '--config', config, '--out', join(directory, '_generated')],
  ]);
  const database = await createDatabase(postgresUrl);
  execFileSync(process.execPath, [join(root, 'libs/schema/bin/schema.js'), 'migrate'], {
    cwd: join(root, 'apps/demo/schema'),
    env: { ...process.env, DATABASE_URL: database.url },
  });
  const env = {
    DATABASE_URL: database.url.replace(/^postgres(ql)?:/, 'postgresql+asyncpg:'),
    JWT_SECRET: 'a secret of the tests, long enough for HS256',
  };
  execFileSync(pythonProgram('python'), ['-m', 'blog.seed', author.email, author.password], {
    cwd: directory,
    env: { ...process.env, ...env },
  });
  const api = await startApi({ directory, application: 'main:app', env });
  const token = await logIn(api.url);
  return {
    directory,
    database,
    env,
    api,
    token,
    send: (method, path, body, init) => send(api.url, token, method, path, body, init),
    async stop() {
      await api.stop();
      await database.drop();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

async function logIn(url: string): Promise<string> {
  const form = new URLSearchParams({ username: author.email, password: author.password });
  const response = await fetch(`${url}/auth/token`, { method: 'POST', body: form });
  if (!response.ok) throw new Error(`no token: ${response.status} ${await response.text()}`);
  return ((await response.json()) as { access_token: string }).access_token;
}

async function send(
  url: string,
  token: string,
  method: string,
  path: string,
  body?: unknown,
  init?: RequestInit,
): Promise<Answer> {
  const response = await fetch(url + path, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    ...init,
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    body: text === '' ? undefined : (JSON.parse(text) as unknown),
  };
}

import { createDatabase, ensurePython, startApi, startPostgrest } from '@rowhouse/harness';
import { restConfig } from '@rowhouse/schema';
import { startEmbeddedPostgres } from '@rowhouse/schema/embedded';
import { randomBytes } from 'node:crypto';
import { basename, join, resolve } from 'node:path';

import { metadata } from '../../../apps/demo/schema/schema.config.js';
import { Client } from './client.js';
import { heading, note } from './console.js';
import { runProgram } from './program.js';
import { tour, USERS } from './tour.js';

const root = resolve(import.meta.dirname, '../../..');
const app = resolve(root, 'apps/demo');
const serve = process.argv.includes('--serve');

/** What is running, to be stopped last to first. */
const running: (() => Promise<unknown>)[] = [];

async function main(): Promise<void> {
  const python = await ensurePython(note);

  heading('Generate the API of apps/demo from its config');
  const codegen = command('libs/cli/bin/codegen.cjs', app);
  await codegen(['generate', '--config', 'codegen.config.jsonnet']);

  heading('Start PostgreSQL, and create its tables by the migrations of apps/demo/schema');
  const server = await startEmbeddedPostgres();
  running.push(() => server.stop());
  const database = await createDatabase(server.url);
  const schema = command('libs/schema/bin/schema.js', join(app, 'schema'));
  await schema(['migrate'], { DATABASE_URL: database.url });

  heading('Serve the API');
  const env = {
    DATABASE_URL: database.url.replace('postgresql:', 'postgresql+asyncpg:'),
    JWT_SECRET: randomBytes(32).toString('hex'),
  };
  note('python -m blog.seed: adds two authors and an editor');
  for (const { email, password, role } of USERS) {
    const seed = ['-m', 'blog.seed', email, password, '--role', role];
    await runProgram(python, seed, { cwd: app, env });
  }
  const api = await startApi({ directory: app, application: 'main:app', env });
  running.push(() => api.stop());
  note(`uvicorn main:app: serving at ${api.url}`);

  await tour(new Client(api.url));

  heading('The same rows through PostgREST, by the views of apps/demo/schema');
  const rest = await startPostgrest({
    config: restConfig(metadata, { dbUri: asUser(database.url, 'authenticator') }),
  });
  running.push(() => rest.stop());
  note(`postgrest: serving at ${rest.url}`);
  const query = '/articles?select=title,price,author:authors(name)&order=title';
  await new Client(rest.url).send('GET', query, undefined, 200);
  if (!serve) return;
  heading('Add the rows that the examples of the documentation name');
  await runProgram(python, ['-m', 'blog.examples', USERS[0].email], { cwd: app, env });
  heading('Serving until Ctrl+C');
  note(`interactive documentation: ${api.url}/docs`);
  for (const { email, password, role } of USERS) {
    note(`  log in there as ${email}, an ${role}, with the password '${password}'`);
  }
  note(`PostgREST: ${rest.url}/articles`);
  await new Promise<void>((stop) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop());
  });
}

/** One of the project's commands, run in a directory. */
function command(bin: string, cwd: string) {
  const name = basename(bin, '.js');
  return async (args: readonly string[], env: Readonly<Record<string, string>> = {}) => {
    note([name, ...args].join(' '));
    await runProgram(process.execPath, [join(root, bin), ...args], { cwd, env });
  };
}

function asUser(url: string, user: string): string {
  const changed = new URL(url);
  changed.username = user;
  return changed.href;
}

try {
  await main();
} finally {
  for (const stop of running.reverse()) await stop();
}
heading('Done: everything is stopped, and the database is gone.');

import { spawn } from 'node:child_process';
import { resolve } from 'node:path';

import { createDatabase, ensurePython, pythonProgram, startPostgres } from '@rowhouse/harness';

/**
 * pytest on a PostgreSQL of its own, for one file or a few:
 *
 *   npm run pytest -- libs/runtime/tests/test_filters.py -k between
 */
const root = resolve(import.meta.dirname, '../..');

// Ctrl+C ends pytest, and this process after it has cleaned up.
process.on('SIGINT', () => undefined);

const [server] = await Promise.all([startPostgres(), ensurePython(console.error)]);
try {
  const database = await createDatabase(server.url);
  try {
    process.exitCode = await pytest(process.argv.slice(2), database.url);
  } finally {
    await database.drop();
  }
} finally {
  await server.stop();
}

function pytest(args: readonly string[], url: string): Promise<number> {
  const child = spawn(pythonProgram('pytest'), ['-p', 'no:cacheprovider', ...args], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, TEST_DATABASE_URL: url, PYTHONDONTWRITEBYTECODE: '1' },
  });
  return new Promise((done, fail) => {
    child.once('error', fail);
    child.once('exit', (code) => {
      done(code ?? 1);
    });
  });
}

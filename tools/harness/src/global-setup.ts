import { spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';

import type {} from 'vitest';
import type { TestProject } from 'vitest/node';

import { startPostgres } from './postgres.js';
import { ensurePython } from './python.js';

declare module 'vitest' {
  interface ProvidedContext {
    /** Superuser's URL of the run's one PostgreSQL server; each test makes its own database on it. */
    postgresUrl: string;
    /** Whether this is the nightly run: on all versions of PostgreSQL that are installed, with all projects. */
    isNightly: boolean;
  }
}

const root = resolve(import.meta.dirname, '../../..');

/** One build, one PostgreSQL and one Python environment for the whole run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  build();
  const [server] = await Promise.all([startPostgres(), ensurePython()]);
  project.provide('postgresUrl', server.url);
  return () => server.stop();
}

/** The commands that tests run load what is built: it must be of these sources. */
function build(): void {
  const script = join(root, 'tools/build/build.mjs');
  const { status } = spawnSync(process.execPath, [script], { cwd: root, stdio: 'inherit' });
  if (status !== 0) throw new Error('The build failed; its errors are above.');
}

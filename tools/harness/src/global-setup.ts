import type {} from 'vitest';
import type { TestProject } from 'vitest/node';

import { startPostgres } from './postgres.js';
import { ensurePython } from './python.js';

declare module 'vitest' {
  interface ProvidedContext {
    /** Superuser's URL of the run's one PostgreSQL server; each test makes its own database on it. */
    postgresUrl: string;
  }
}

/** One PostgreSQL and one Python environment for the whole run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const [server] = await Promise.all([startPostgres(), ensurePython()]);
  project.provide('postgresUrl', server.url);
  return () => server.stop();
}

import { createDatabase, startApi, type TemporaryDatabase } from '@rowhouse/harness';

import { generateProject } from '../generated-project.js';

/** A project of `e2e/projects` that is generated, and served on a database of its own. */
export interface ServedProject {
  readonly url: string;
  readonly database: TemporaryDatabase;
  /** A token of a user, from the token route. */
  token(username: string, password: string): Promise<string>;
  stop(): Promise<void>;
}

/**
 * Generates and serves a project.
 *
 * @param seed Python that makes the tables and their first rows.
 */
export async function serveProject(
  folder: string,
  postgresUrl: string,
  seed: string,
): Promise<ServedProject> {
  const project = await generateProject(folder);
  const database = await createDatabase(postgresUrl);
  const env = {
    DATABASE_URL: database.url.replace(/^postgres(ql)?:/, 'postgresql+asyncpg:'),
    JWT_SECRET: 'a secret of the tests, long enough for HS256',
  };
  await project.python('python', ['-c', seed], env);
  const api = await startApi({ directory: project.directory, application: 'main:app', env });
  return {
    url: api.url,
    database,
    async token(username, password) {
      const body = new URLSearchParams({ username, password });
      const answer = await fetch(`${api.url}/auth/token`, { method: 'POST', body });
      return ((await answer.json()) as { access_token: string }).access_token;
    },
    async stop() {
      await api.stop();
      await database.drop();
      project.remove();
    },
  };
}

import { startEmbeddedPostgres } from '../embedded/index.js';

/**
 * Runs `work` with the URL of a server: the given one, else an embedded PostgreSQL that is started
 * for it and gone afterwards.
 */
export async function withServer<T>(
  url: string | undefined,
  work: (url: string) => Promise<T>,
): Promise<T> {
  if (url !== undefined) return work(url);
  const server = await startEmbeddedPostgres();
  try {
    return await work(server.url);
  } finally {
    await server.stop();
  }
}

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A self-hosted remote cache, by Nx's HTTP protocol, in memory. */
export interface RemoteCache {
  /** Has Nx use it. */
  use(env: NodeJS.ProcessEnv): void;
  /** How many results were stored and served. */
  readonly stored: () => number;
  readonly served: () => number;
  /** What it does from now on: its work, fail, or serve something else under each hash. */
  behave(how: 'well' | 'failing' | { readonly serving: Buffer }): void;
  /** What it has stored. */
  readonly results: ReadonlyMap<string, Buffer>;
  close(): Promise<void>;
}

/** Starts one; requests must bear the token. */
export async function startRemoteCache(token: string): Promise<RemoteCache> {
  const results = new Map<string, Buffer>();
  let served = 0;
  let behaviour: Parameters<RemoteCache['behave']>[0] = 'well';
  const server = createServer((request, response) => {
    const hash = /^\/v1\/cache\/(\w+)$/.exec(request.url ?? '')?.[1];
    const end = (status: number, body?: Buffer) => response.writeHead(status).end(body);
    if (request.headers.authorization !== `Bearer ${token}`) return end(401);
    if (hash === undefined) return end(404);
    if (behaviour === 'failing') return end(500);
    if (request.method === 'GET') {
      const result = typeof behaviour === 'object' ? behaviour.serving : results.get(hash);
      if (!result) return end(404);
      served++;
      response.setHeader('Content-Type', 'application/octet-stream');
      return end(200, result);
    }
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      if (results.has(hash)) return end(409);
      results.set(hash, Buffer.concat(chunks));
      return end(202);
    });
    return undefined;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    use: (env) =>
      Object.assign(env, {
        NX_SELF_HOSTED_REMOTE_CACHE_SERVER: `http://127.0.0.1:${port}`,
        NX_SELF_HOSTED_REMOTE_CACHE_ACCESS_TOKEN: token,
      }),
    stored: () => results.size,
    served: () => served,
    results,
    behave: (how) => (behaviour = how),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

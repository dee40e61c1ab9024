import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename, join } from 'node:path';

import { packPackages, packageFolders, repository } from './packages.js';

/** An npm registry on this machine that has our packages, as if they were published. */
export interface Registry {
  readonly url: string;
  close(): Promise<void>;
}

/** Serves the packed packages; a workspace names it for the `@rowhouse` scope alone. */
export async function startRegistry(): Promise<Registry> {
  const { tarballs } = await packPackages();
  const versions = manifests();
  const server = createServer((request, response) => {
    const path = decodeURIComponent(request.url ?? '').slice(1);
    const tarball = [...tarballs.values()].find((file) => path === `-/${basename(file)}`);
    if (tarball) return response.end(readFileSync(tarball));
    const file = tarballs.get(path);
    const manifest = versions.get(path);
    if (!file || !manifest) return response.writeHead(404).end('{}');
    const integrity = `sha512-${createHash('sha512').update(readFileSync(file)).digest('base64')}`;
    const dist = { integrity, tarball: `http://${request.headers.host}/-/${basename(file)}` };
    const { version } = manifest;
    const packument = {
      name: path,
      'dist-tags': { latest: version },
      versions: { [version]: { ...manifest, dist } },
    };
    return response.setHeader('Content-Type', 'application/json').end(JSON.stringify(packument));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

interface Manifest {
  readonly name: string;
  readonly version: string;
}

function manifests(): ReadonlyMap<string, Manifest> {
  return new Map(
    packageFolders.map((folder) => {
      const text = readFileSync(join(repository, folder, 'package.json'), 'utf8');
      const manifest = JSON.parse(text) as Manifest;
      return [manifest.name, manifest];
    }),
  );
}

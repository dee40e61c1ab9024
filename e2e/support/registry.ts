import { execFile, execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';

import { runServer } from 'verdaccio';

import { repository, type OwnPackage } from '../../tools/packages/own-packages.js';
import { npm } from './pack.js';

/** An npm registry on this machine. It takes what anybody publishes, and has the public packages, too. */
export interface Registry {
  readonly url: string;
  /** What a package manager must be told to use it, and to publish to it. */
  readonly env: NodeJS.ProcessEnv;
  /** Publishes packages that are built, as they are or under another version. */
  publish(packages: readonly OwnPackage[], version?: string): Promise<void>;
  close(): Promise<void>;
}

/** Starts one; packages of ours it has when they are published to it. */
export async function startRegistry(): Promise<Registry> {
  const storage = mkdtempSync(join(tmpdir(), 'rowhouse-registry-'));
  const everybody = { access: '$all', publish: '$all' };
  const upstream = execFileSync(npm, ['config', 'get', 'registry'], { encoding: 'utf8' }).trim();
  const app = (await runServer({
    storage,
    self_path: storage,
    // By default, two failed requests are enough for it to ask no more for minutes.
    uplinks: { public: { url: upstream, cache: false, maxage: '1h', max_fails: 1000 } },
    packages: {
      rowhouse: everybody,
      '@rowhouse/*': everybody,
      '**': { ...everybody, proxy: 'public' },
    },
    log: { type: 'stdout', level: 'fatal' },
    max_body_size: '50mb',
  } as never)) as Server;
  await new Promise<void>((resolve) => app.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(app.address() as AddressInfo).port}`;
  const userConfig = join(storage, '.npmrc');
  // A client publishes with a token alone; any will do.
  writeFileSync(userConfig, `registry=http://${host}/\n//${host}/:_authToken=anybody\n`);
  const env = { NPM_CONFIG_USERCONFIG: userConfig };
  return {
    url: `http://${host}`,
    env,
    async publish(packages, version) {
      const root = version === undefined ? repository : copyAs(version, packages, storage);
      // Provenance is what the machine adds that releases.
      const args = ['publish', '--provenance=false', '--ignore-scripts'];
      const each = packages.map(({ folder }) => `--workspace=${folder}`);
      const options = { cwd: root, env: { ...process.env, ...env } };
      await promisify(execFile)(npm, [...args, ...each], options);
    },
    close: () =>
      new Promise((resolve) => {
        app.close(() => {
          rmSync(storage, { recursive: true, force: true });
          resolve();
        });
        app.closeAllConnections();
      }),
  };
}

/** Copies packages into a folder, and gives them and those of ours that they depend on another version. */
function copyAs(version: string, packages: readonly OwnPackage[], storage: string): string {
  const root = join(storage, 'as', version);
  const own = new Set(packages.map(({ manifest }) => manifest.name));
  const filter = (path: string) => basename(path) !== 'node_modules';
  for (const { folder, manifest } of packages) {
    cpSync(join(repository, folder), join(root, folder), { recursive: true, filter });
    const dependencies = Object.entries(manifest.dependencies ?? {}).map(([name, range]) => [
      name,
      own.has(name) ? version : range,
    ]);
    const changed = {
      ...manifest,
      version,
      dependencies: Object.fromEntries(dependencies) as object,
    };
    writeFileSync(join(root, folder, 'package.json'), JSON.stringify(changed));
  }
  const workspaces = packages.map(({ folder }) => folder);
  writeFileSync(join(root, 'package.json'), JSON.stringify({ private: true, workspaces }));
  return root;
}

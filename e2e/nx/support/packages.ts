import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { repository, withDependencies } from '../../../tools/packages/own-packages.js';
import { packOwn } from '../../support/pack.js';

/** The packages that a workspace with the plugin installs. */
export const packages = withDependencies('@rowhouse/nx', '@rowhouse/fastapi', '@rowhouse/client');

/** Our packages as users get them. */
export interface PackedPackages {
  /** Paths of the tarballs, by package name. */
  readonly tarballs: ReadonlyMap<string, string>;
  /** Changes whenever what is in a tarball does. */
  readonly hash: string;
}

let packed: Promise<PackedPackages> | undefined;

/** Packs, once a process, every package that a workspace with the plugin installs; they are built. */
export function packPackages(): Promise<PackedPackages> {
  packed ??= pack();
  return packed;
}

async function pack(): Promise<PackedPackages> {
  const destination = await mkdtemp(join(tmpdir(), 'rowhouse-pack-'));
  packOwn(packages, destination);
  const hash = createHash('sha256');
  const names = (await readdir(destination)).sort();
  for (const name of names) hash.update(name).update(await readFile(join(destination, name)));
  const digest = hash.digest('hex').slice(0, 16);
  return { hash: digest, tarballs: await keep(destination, names, digest) };
}

/** Tarballs are named in lock files: they stay where later runs find them. */
async function keep(from: string, names: string[], hash: string): Promise<Map<string, string>> {
  const folder = join(cacheFolder, `packages-${hash}`);
  await mkdir(cacheFolder, { recursive: true });
  await renameUnlessThere(from, folder);
  return new Map(
    names.map((name) => [name.replace(/^rowhouse-(.*)-\d.*$/, '@rowhouse/$1'), join(folder, name)]),
  );
}

/** Holds what one run makes for all test files, and the next run takes over. */
export const cacheFolder = join(repository, 'node_modules/.cache/rowhouse-nx-e2e');

/** Two test files may make the same folder at once: the first one wins. */
export async function renameUnlessThere(from: string, to: string): Promise<void> {
  try {
    await rename(from, to);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOTEMPTY' && code !== 'EEXIST') throw error;
    await rm(from, { recursive: true, force: true });
  }
}

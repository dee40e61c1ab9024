import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

import { repository, type OwnPackage } from '../../tools/packages/own-packages.js';

export const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';

/** Packs packages that are built; gives the path of each tarball by the package's name. */
export function packOwn(
  packages: readonly OwnPackage[],
  destination: string,
): ReadonlyMap<string, string> {
  const folders = packages.map(({ folder }) => `./${folder}`);
  const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', destination];
  const output = execFileSync(npm, [...args, ...folders], { cwd: repository, encoding: 'utf8' });
  const packed = JSON.parse(output) as readonly { name: string; filename: string }[];
  return new Map(packed.map(({ name, filename }) => [name, join(destination, filename)]));
}

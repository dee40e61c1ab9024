import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { readJson, readNxJson, type Tree } from '../devkit.js';

const OWN_NAME = '@rowhouse/nx';

interface Manifest {
  readonly version: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

/**
 * The range of versions that a workspace gets of another package of Rowhouse: the one that it has of this package, since
 * only those of one version fit together. Where it names none, the one that `nx add` writes.
 */
export function ownRange(tree: Tree): string {
  const named: Partial<Manifest> = tree.exists('package.json')
    ? readJson<Manifest>(tree, 'package.json')
    : { devDependencies: readNxJson(tree)?.installation?.plugins ?? {} };
  const range = named.devDependencies?.[OWN_NAME] ?? named.dependencies?.[OWN_NAME];
  return range ?? `^${ownVersion()}`;
}

function ownVersion(): string {
  const manifest = join(import.meta.dirname, '../../package.json');
  return (JSON.parse(readFileSync(manifest, 'utf8')) as Manifest).version;
}

import { execSync } from 'node:child_process';

import {
  detectPackageManager,
  getPackageManagerCommand,
  readJson,
  writeJson,
  type GeneratorCallback,
  type Tree,
} from '../devkit.js';

type Versions = Readonly<Record<string, string>>;

interface Manifest {
  readonly dependencies?: Versions;
  readonly devDependencies?: Versions;
}

/** Adds packages to `package.json`; what is there already keeps its version. The callback installs them, if one was missing. */
export function addPackages(
  tree: Tree,
  development: Versions,
  used: Versions = {},
): GeneratorCallback {
  const manifest = readJson<Manifest>(tree, 'package.json');
  const present = { ...manifest.dependencies, ...manifest.devDependencies };
  if (Object.keys({ ...development, ...used }).every((name) => name in present)) {
    return () => undefined;
  }
  const added = (packages: Versions, own: Versions = {}) => {
    const missing = Object.entries(packages).filter(([name]) => !(name in present));
    const all = [...Object.entries(own), ...missing].sort(([a], [b]) => (a < b ? -1 : 1));
    return Object.fromEntries(all);
  };
  const dependencies = added(used, manifest.dependencies);
  writeJson(tree, 'package.json', {
    ...manifest,
    ...(Object.keys(dependencies).length > 0 && { dependencies }),
    devDependencies: added(development, manifest.devDependencies),
  });
  return installation(tree);
}

/** Installs what the manifests of the workspace name. */
export function installation(tree: Tree): GeneratorCallback {
  return () => {
    const { install } = getPackageManagerCommand(detectPackageManager(tree.root), tree.root);
    execSync(install, { cwd: tree.root, stdio: 'inherit', windowsHide: true });
  };
}

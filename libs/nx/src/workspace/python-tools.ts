import { spawnSync } from 'node:child_process';

import { readNxJson, type Tree } from '../devkit.js';

/** What installs the Python packages of a project, and runs its Python. */
export type Installer = 'uv' | 'pip';

/** How Python projects are kept in a workspace. */
export interface PythonTools {
  readonly installer: Installer;
  /** Whether the plugin `@nxlv/python` runs them, by uv. */
  readonly hasPlugin: boolean;
}

const PLUGIN = '@nxlv/python';

/**
 * Finds out how a workspace keeps its Python projects.
 *
 * @param chosen what the user wants. Default: uv where the workspace has it, or where it is installed.
 */
export function pythonTools(tree: Tree, chosen: Installer | undefined): PythonTools {
  const manager = pluginManager(tree);
  const hasUv =
    manager === 'uv' || tree.exists('uv.lock') || /^\[tool\.uv\b/m.test(rootManifest(tree));
  const installer = chosen ?? (hasUv || (manager === undefined && isInstalled()) ? 'uv' : 'pip');
  return { installer, hasPlugin: manager === 'uv' && installer === 'uv' };
}

/** The text of the workspace's `pyproject.toml`; empty where there is none. */
export function rootManifest(tree: Tree): string {
  return tree.read('pyproject.toml', 'utf8') ?? '';
}

/** What `@nxlv/python` manages packages with; undefined where the workspace does not have the plugin. */
function pluginManager(tree: Tree): string | undefined {
  for (const entry of readNxJson(tree)?.plugins ?? []) {
    const { plugin, options } = typeof entry === 'string' ? { plugin: entry } : entry;
    if (plugin !== PLUGIN) continue;
    const { packageManager } = (options ?? {}) as { packageManager?: string };
    return packageManager ?? (tree.exists('poetry.lock') ? 'poetry' : 'uv');
  }
  return undefined;
}

function isInstalled(): boolean {
  return spawnSync('uv', ['--version'], { stdio: 'ignore' }).status === 0;
}

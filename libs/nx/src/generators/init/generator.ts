import {
  readNxJson,
  updateNxJson,
  type GeneratorCallback,
  type NxJsonConfiguration,
  type Tree,
} from '../../devkit.js';

import { formatFiles } from '../../workspace/format-files.js';
import { addPackages } from '../../workspace/add-packages.js';

import { ownRange } from '../../workspace/own-range.js';
import { addLibraryPath } from './editor-settings.js';
import { ignore, warnOfIgnored } from './git-ignore.js';
import { addGeneratedInput } from './named-input.js';
import type { InitGeneratorSchema } from './schema.js';

const PLUGIN = '@rowhouse/nx';
const IGNORED = '_generated/';
const SYNC_GENERATOR = '@rowhouse/nx:sync';

/**
 * Registers the plugin and the named input `generated` in `nx.json`, and adds the packages that generate to `package.json`,
 * where the workspace has one, and the path of `stdlib` to the settings of VS Code. Run again, it changes nothing. At first generated code is ignored by git; with `sync`, it is committed
 * and checked by `nx sync`.
 */
export async function initGenerator(
  tree: Tree,
  options: InitGeneratorSchema,
): Promise<GeneratorCallback> {
  const nxJson = readNxJson(tree) ?? {};
  const isNew = addPlugin(nxJson);
  addGeneratedInput(nxJson);
  if (options.sync) addSyncGenerator(nxJson);
  const isOwnInstallation = !tree.exists('package.json');
  if (isOwnInstallation) addToInstallation(tree, nxJson);
  updateNxJson(tree, nxJson);
  if (options.sync) warnOfIgnored(tree, IGNORED);
  else if (isNew) ignore(tree, IGNORED);
  addLibraryPath(tree, isOwnInstallation ? '.nx/installation/node_modules' : 'node_modules');
  const install =
    isOwnInstallation || options.skipPackageJson
      ? () => undefined
      : addPackages(tree, packages(tree));
  if (!options.skipFormat) await formatFiles(tree);
  return install;
}

export default initGenerator;

/** Returns whether it was missing. */
function addPlugin(nxJson: NxJsonConfiguration): boolean {
  const plugins = nxJson.plugins ?? [];
  const isThere = plugins.some((entry) =>
    typeof entry === 'string' ? entry === PLUGIN : entry.plugin === PLUGIN,
  );
  if (!isThere) nxJson.plugins = [...plugins, PLUGIN];
  return !isThere;
}

function addSyncGenerator(nxJson: NxJsonConfiguration): void {
  const generators = nxJson.sync?.globalGenerators ?? [];
  if (generators.includes(SYNC_GENERATOR)) return;
  nxJson.sync = { ...nxJson.sync, globalGenerators: [...generators, SYNC_GENERATOR] };
}

/** Without a `package.json`, Nx installs what `nx.json` names. What is named already keeps its version. */
function addToInstallation(tree: Tree, { installation }: NxJsonConfiguration): void {
  if (installation) installation.plugins = { ...packages(tree), ...installation.plugins };
}

function packages(tree: Tree): Record<string, string> {
  const range = ownRange(tree);
  return { [PLUGIN]: range, '@rowhouse/fastapi': range };
}

import { existsSync, readFileSync } from 'node:fs';
import { basename, join, posix } from 'node:path';

import type { CreateNodes, CreateNodesContext, CreateNodesResultArray } from '@nx/devkit';

import { IgnoreRules } from '../workspace/ignore-rules.js';
import { PackageWorkspaces } from '../workspace/package-workspaces.js';
import { ImportScanner } from './import-closure.js';
import { inputSupport } from './nx-version.js';
import { targetNames, type RowhousePluginOptions } from './options.js';
import { inferTargets, type Inference } from './targets.js';
import { Toolchain } from './toolchain.js';

/**
 * Gives each project with a `codegen.config.jsonnet` or `codegen.config.json` its targets. Reads
 * configs and imports as text: nothing is evaluated, and nothing that they hold can make it throw.
 */
export const createNodes: CreateNodes<RowhousePluginOptions> = [
  '**/codegen.config.{jsonnet,json}',
  (configs, options, context) => inferProjects(configs, options ?? {}, context),
];

async function inferProjects(
  configs: readonly string[],
  options: RowhousePluginOptions,
  { workspaceRoot }: CreateNodesContext,
): Promise<CreateNodesResultArray> {
  const inference: Inference = {
    names: targetNames(options),
    packagePrefix: options.packagePrefix,
    scanner: new ImportScanner(workspaceRoot),
    ignored: new IgnoreRules(workspaceRoot),
    toolchain: new Toolchain(workspaceRoot),
    includesIgnored: inputSupport(workspaceRoot).includeIgnored,
  };
  const packages = new PackageWorkspaces(workspaceRoot);
  const results: CreateNodesResultArray = [];
  const homeless: string[] = [];
  for (const [root, found] of byFolder(configs)) {
    const folder = join(workspaceRoot, root);
    if (!existsSync(join(folder, 'project.json')) && !(await packages.includes(root))) {
      homeless.push(...found);
      continue;
    }
    try {
      const targets = inferTargets({ root, name: projectName(folder) }, found, inference);
      results.push([found[0]!, { projects: { [root]: { targets } } }]);
    } catch (error) {
      // A defect of ours or of the disk: a throw would take every nx command along.
      console.warn(`${found.join(', ')}: no targets.`, error);
    }
  }
  if (homeless.length > 0) console.warn(describeHomeless(homeless));
  return results;
}

function byFolder(configs: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const folders = new Map<string, string[]>();
  for (const config of [...configs].sort()) {
    const folder = posix.dirname(config);
    folders.set(folder, [...(folders.get(folder) ?? []), config]);
  }
  return folders;
}

/** Nx cannot be given a project without breaking on one that has no name, or a name twice. */
function describeHomeless(configs: readonly string[]): string {
  const shown = configs.slice(0, 3).join(', ');
  const more = configs.length > 3 ? ` and ${configs.length - 3} more` : '';
  const name = basename(posix.dirname(configs[0]!));
  return (
    `${shown}${more}: no targets, since no project is there. ` +
    `Add a project.json beside the config: { "name": "${name}" }; or list it in .nxignore.`
  );
}

/** The name that Nx will give the project; for messages. */
function projectName(folder: string): string {
  for (const file of ['project.json', 'package.json']) {
    try {
      const { name } = JSON.parse(readFileSync(join(folder, file), 'utf8')) as { name?: unknown };
      if (typeof name === 'string') return name;
    } catch {
      // Absent or broken: Nx reports the latter.
    }
  }
  return basename(folder);
}

import { existsSync } from 'node:fs';
import { basename, join, posix } from 'node:path';

import type { CreateNodes, CreateNodesContext, CreateNodesResultArray } from '../devkit.js';

import { OutputClaims, type OutputClaim } from '../output/shared-folders.js';
import { IgnoreRules } from '../workspace/ignore-rules.js';
import { PackageWorkspaces } from '../workspace/package-workspaces.js';
import { clientFolder } from './client-folder.js';
import { startReads } from './config-reads.js';
import { inputSupport } from './nx-version.js';
import { targetNames, type RowhousePluginOptions, type TargetNames } from './options.js';
import { outputFolder } from './output-folder.js';
import { readProjectDefinition, type ProjectDefinition } from './project-definition.js';
import { inferTargets, type FoundProject, type Inference } from './targets.js';
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
  const packages = new PackageWorkspaces(workspaceRoot);
  const isProject = async (folder: string) =>
    existsSync(join(workspaceRoot, folder, 'project.json')) || (await packages.includes(folder));
  const reads = startReads(workspaceRoot);
  const names = targetNames(options);
  const homeless: string[] = [];
  const projects: FoundProject[] = [];
  for (const [root, found] of byFolder(configs)) {
    if (!(await isProject(root))) {
      homeless.push(...found);
      continue;
    }
    const definition = readProjectDefinition(join(workspaceRoot, root));
    const { config: named } = optionsOf(definition, names);
    const configs = typeof named === 'string' ? [posix.normalize(named)] : found;
    const { closure, sources } = await reads.of(configs[0]!);
    const output = outputFolder(configs[0]!, closure, options.packagePrefix);
    const client = clientFolder(configs[0]!, closure);
    projects.push({ root, definition, configs, closure, sources, output, client });
  }
  reads.save();
  if (homeless.length > 0) console.warn(describeHomeless(homeless));
  const ignored = new IgnoreRules(workspaceRoot);
  const { includeIgnored } = inputSupport(workspaceRoot);
  const toolchain = new Toolchain(workspaceRoot, ignored, includeIgnored);
  return inferAll(workspaceRoot, projects, {
    names,
    ignored,
    toolchain,
    isProject,
    includesIgnored: includeIgnored,
  });
}

async function inferAll(
  workspaceRoot: string,
  projects: readonly FoundProject[],
  inference: Inference,
): Promise<CreateNodesResultArray> {
  const claims = new OutputClaims(
    workspaceRoot,
    projects.flatMap((project) => claimOf(project, inference) ?? []),
  );
  const results: CreateNodesResultArray = [];
  for (const project of projects) {
    const { root, configs } = project;
    try {
      const claim = claimOf(project, inference);
      const targets = await inferTargets(project, claim && claims.conflict(claim), inference);
      results.push([configs[0]!, { projects: { [root]: { targets } } }]);
    } catch (error) {
      // A defect of ours or of the disk: a throw would take every nx command along.
      console.warn(`${configs.join(', ')}: no targets.`, error);
    }
  }
  return results;
}

/** A project may set `config` and `out` for its target itself. */
function optionsOf({ targets }: ProjectDefinition, names: TargetNames) {
  return (targets[names.codegen]?.options ?? {}) as { config?: unknown; out?: unknown };
}

function claimOf(
  { root, definition, configs, output }: FoundProject,
  { names }: Inference,
): OutputClaim | undefined {
  const { out } = optionsOf(definition, names);
  const folder = typeof out === 'string' ? posix.join(out, '.') : output.path;
  if (folder === undefined) return undefined;
  return { project: definition.name, projectRoot: root, config: configs[0]!, folder };
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
    `${shown}${more}: no targets, because there is no project in that folder. ` +
    `Add a project.json next to the config: { "name": "${name}" }. Or list the config in .nxignore.`
  );
}

import { posix } from 'node:path';

import type {
  CreateDependencies,
  DependencyType,
  ProjectConfiguration,
  RawProjectGraphDependency,
} from '../devkit.js';

import { IgnoreRules } from '../workspace/ignore-rules.js';
import { takeReads } from './config-reads.js';
import type { RowhousePluginOptions } from './options.js';
import { pythonDependencies } from './python-dependencies.js';
import { Toolchain } from './toolchain.js';

const CODEGEN = '@rowhouse/nx:codegen';

/**
 * An edge from each project with a config to the projects that its output is made of: those of the
 * files that the config imports, directly or not, of the modules with the models and functions that it
 * names, and of the workspace's packages with operations. And one to it from the project that its client is in. Also from
 * each Python project to those that its `pyproject.toml` names by a path or as members of the uv workspace.
 */
export const createDependencies: CreateDependencies<RowhousePluginOptions> = async (
  _options,
  { workspaceRoot, projects },
) => {
  const owners = new Owners(projects);
  const reads = takeReads(workspaceRoot);
  const toolchain = new Toolchain(workspaceRoot, new IgnoreRules(workspaceRoot), true);
  const edges: RawProjectGraphDependency[] = [];
  for (const [name, project] of Object.entries(projects)) {
    for (const config of configsOf(project)) {
      const { closure, sources } = await reads.of(config);
      const packages = toolchain.inputsFor(project.root).packages;
      const used = new Set([
        ...[...closure.files, ...(sources?.files ?? [])].map((file) =>
          owners.of(posix.dirname(file)),
        ),
        ...(sources?.folders ?? []).map((folder) => owners.of(folder)),
        ...packages.filter((folder) => folder !== '').map((folder) => owners.of(folder)),
      ]);
      used.delete(name);
      used.delete(undefined);
      edges.push(...[...used].sort().map((target) => edge(name, target!)));
    }
    for (const folder of clientsOf(project)) {
      const library = owners.of(folder);
      if (library !== undefined && library !== name) edges.push(edge(library, name));
    }
  }
  const roots = Object.values(projects).map(({ root }) => root);
  const needed = pythonDependencies(workspaceRoot, roots);
  for (const [name, { root }] of Object.entries(projects)) {
    const used = new Set((needed.get(root) ?? []).map((folder) => owners.of(folder)));
    used.delete(name);
    used.delete(undefined);
    edges.push(...[...used].sort().map((target) => edge(name, target!)));
  }
  return edges;
};

/** The folders of the clients that a project generates: whoever has one of them depends on it. */
function clientsOf({ targets = {} }: ProjectConfiguration): readonly string[] {
  return Object.values(targets).flatMap(({ executor, options }) => {
    const { out, targetName } = (options ?? {}) as { out?: unknown; targetName?: unknown };
    const isClient = executor === CODEGEN && targetName === 'client';
    return isClient && typeof out === 'string' ? [out] : [];
  });
}

/**
 * Nx keeps the static edges of a file until that file changes. What a config imports can change
 * without it, in a file of another project or of none.
 */
function edge(source: string, target: string): RawProjectGraphDependency {
  return { source, target, type: 'implicit' as DependencyType.implicit };
}

/** Tells whose a folder is: the project's with the innermost root around it. */
class Owners {
  readonly #byFolder = new Map<string, string | undefined>();

  constructor(projects: Readonly<Record<string, ProjectConfiguration>>) {
    for (const [name, { root }] of Object.entries(projects)) this.#byFolder.set(root, name);
  }

  of(folder: string): string | undefined {
    if (this.#byFolder.has(folder) || folder === '.') return this.#byFolder.get(folder);
    const owner = this.of(posix.dirname(folder));
    this.#byFolder.set(folder, owner);
    return owner;
  }
}

function configsOf({ targets = {} }: ProjectConfiguration): readonly string[] {
  return Object.values(targets).flatMap(({ executor, options }) => {
    const { config } = (options ?? {}) as { config?: unknown };
    return executor === CODEGEN && typeof config === 'string' ? [config] : [];
  });
}

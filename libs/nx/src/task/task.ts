import { existsSync } from 'node:fs';
import { join, posix, relative, resolve, sep } from 'node:path';

import type { ExecutorContext, ProjectsConfigurations, TargetConfiguration } from '../devkit.js';
import { CommandError, type ProjectOptions } from '@rowhouse/core';

import { OutputClaims, type OutputClaim } from '../output/shared-folders.js';
import type { RowhouseTargetMetadata } from '../plugin/targets.js';

const CODEGEN = '@rowhouse/nx:codegen';

/** The options that all executors share. Paths are relative to the workspace root. */
export interface TaskOptions {
  /** The config. Default: the project's one `codegen.config.jsonnet` or `codegen.config.json`. */
  readonly config?: string;
  /** The output directory. Default: the config's `package_prefix`. */
  readonly out?: string;
  /** What kind of code to generate, when several are installed. */
  readonly targetName?: string;
}

/** One run of one executor for one project. */
export interface Task {
  readonly workspaceRoot: string;
  readonly projectName: string;
  /** POSIX, relative to the workspace root. */
  readonly projectRoot: string;
  /** What every call of the engine is told. */
  readonly project: ProjectOptions & { readonly out?: string };
  /** Where the target's outputs expect the generated files, POSIX, relative to the workspace root. */
  readonly output: string | undefined;
  readonly isCached: boolean;
  /** What its hash is made of, beside what Nx itself counts. */
  readonly inputs: NonNullable<TargetConfiguration['inputs']>;
  /** What Nx stores of it, and restores. */
  readonly outputs: readonly string[];
  /** Why it is not cached, when that was found out rather than chosen. */
  readonly uncached: string | undefined;
}

/** What identifies a task: one of a batch, or the one that an executor runs for. */
export interface TaskTarget {
  readonly projectName: string;
  readonly target: TargetConfiguration | undefined;
}

/**
 * Works out what a task is about.
 *
 * @throws CommandError when the project has no config, or two; when the target's hash is made for another;
 *   or when another project generates into the same folder.
 */
export function describeTask(
  options: TaskOptions,
  context: Pick<ExecutorContext, 'root' | 'projectsConfigurations'>,
  { projectName, target }: TaskTarget,
): Task {
  const { root: projectRoot } = context.projectsConfigurations.projects[projectName]!;
  const metadata = target?.metadata as RowhouseTargetMetadata | undefined;
  const config = options.config ?? findConfig(context.root, projectRoot, projectName);
  const out = options.out === undefined ? undefined : normalize(options.out);
  const isInferred = out === metadata?.output;
  const output = out ?? metadata?.output;
  const task: Task = {
    workspaceRoot: context.root,
    projectName,
    projectRoot,
    project: {
      config: join(context.root, config),
      cwd: join(context.root, projectRoot),
      displayRoot: context.root,
      ...(options.targetName !== undefined && { target: options.targetName }),
      // What the config itself says goes before what was inferred from its text.
      ...(out !== undefined && !isInferred && { out: resolve(context.root, out) }),
    },
    output,
    isCached: target?.cache === true,
    inputs: target?.inputs ?? [],
    outputs: target?.outputs ?? [],
    uncached: metadata?.uncached,
  };
  if (task.isCached) refuseOtherConfig(posix.normalize(config), metadata?.config, projectName);
  if (output !== undefined) refuseShared(task, output, context.projectsConfigurations);
  return task;
}

/** Refuses a config that the hash of a cached target was not made for: its changes would not be noticed. */
function refuseOtherConfig(config: string, hashed: string | undefined, project: string): void {
  if (hashed === undefined || config === hashed) return;
  const message = `${config}: the cache of the targets of ${project} depends on ${hashed}, not on this config`;
  const fix = `Set "config" in the options of ${project}'s codegen target in project.json, or "cache": false for this target.`;
  throw new CommandError([{ code: 'unsafe-output', message, fix }]);
}

const claims = new WeakMap<ProjectsConfigurations, OutputClaims>();

/**
 * Refuses an output directory that another config generates into, too: each run would delete or mix up
 * what the other made.
 *
 * @param folder POSIX, relative to the workspace root.
 * @throws CommandError that names both projects.
 */
export function refuseShared(task: Task, folder: string, projects: ProjectsConfigurations): void {
  let known = claims.get(projects);
  if (!known) {
    known = new OutputClaims(task.workspaceRoot, claimsOf(projects));
    claims.set(projects, known);
  }
  const { projectName: project, projectRoot } = task;
  const config = fromWorkspace(task, task.project.config);
  const other = known.conflict({ project, projectRoot, config, folder });
  if (other === undefined) return;
  throw new CommandError([
    {
      code: 'shared-output',
      message: `${folder}: ${project} and ${other} both generate into this folder`,
      fix: `Change the package_prefix or 'out' of one of them.`,
    },
  ]);
}

function* claimsOf({ projects }: ProjectsConfigurations): Iterable<OutputClaim> {
  for (const [project, { root, targets = {} }] of Object.entries(projects)) {
    for (const { executor, options, metadata } of Object.values(targets)) {
      if (executor !== CODEGEN) continue;
      const { config, out } = (options ?? {}) as TaskOptions;
      const folder = out ?? (metadata as RowhouseTargetMetadata | undefined)?.output;
      if (config === undefined || folder === undefined) continue;
      yield { project, projectRoot: root, config, folder: normalize(folder) };
    }
  }
}

/** A path as messages show it: POSIX, from the workspace root. */
export function fromWorkspace(task: Pick<Task, 'workspaceRoot'>, path: string): string {
  const inside = relative(task.workspaceRoot, path) || '.';
  return sep === '\\' ? inside.replaceAll('\\', '/') : inside;
}

/** Without a slash at the end. */
function normalize(path: string): string {
  return posix.normalize(path).replace(/(?<=.)\/$/, '');
}

function findConfig(workspaceRoot: string, projectRoot: string, name: string): string {
  const candidates = ['codegen.config.jsonnet', 'codegen.config.json'].map((file) =>
    posix.join(projectRoot, file),
  );
  const found = candidates.filter((path) => existsSync(join(workspaceRoot, path)));
  if (found.length === 1) return found[0]!;
  if (found.length > 1) {
    const message = `${name} has two configs: ${found.join(' and ')}`;
    const fix = "Delete one, or set 'config'.";
    throw new CommandError([{ code: 'ambiguous-config', message, fix }]);
  }
  const message = `${name} has no config: expected ${candidates.join(' or ')}`;
  throw new CommandError([{ code: 'no-config', message }]);
}

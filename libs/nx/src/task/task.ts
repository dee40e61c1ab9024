import { existsSync } from 'node:fs';
import { join, posix, relative, resolve, sep } from 'node:path';

import type { ExecutorContext, TargetConfiguration } from '@nx/devkit';
import { CommandError, type ProjectOptions } from '@rowhouse/core';

import type { RowhouseTargetMetadata } from '../plugin/targets.js';

/** The options that all executors share. Paths are relative to the workspace root. */
export interface TaskOptions {
  /** The config. Default: the project's one `codegen.config.jsonnet` or `codegen.config.json`. */
  readonly config?: string;
  /** The output folder. Default: the config's `package_prefix`. */
  readonly out?: string;
  /** What kind of code to generate, when several are installed. */
  readonly targetName?: string;
}

/** One run of one executor for one project. */
export interface Task {
  readonly workspaceRoot: string;
  /** POSIX, relative to the workspace root. */
  readonly projectRoot: string;
  /** What every call of the engine is told. */
  readonly project: ProjectOptions & { readonly out?: string };
  /** Where the target's outputs expect the generated files, POSIX, relative to the workspace root. */
  readonly output: string | undefined;
  readonly isCached: boolean;
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
 * @throws CommandError when the project has no config, or two.
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
  return {
    workspaceRoot: context.root,
    projectRoot,
    project: {
      config: join(context.root, config),
      cwd: join(context.root, projectRoot),
      displayRoot: context.root,
      ...(options.targetName !== undefined && { target: options.targetName }),
      // What the config itself says goes before what was inferred from its text.
      ...(out !== undefined && !isInferred && { out: resolve(context.root, out) }),
    },
    output: out ?? metadata?.output,
    isCached: target?.cache === true,
    uncached: metadata?.uncached,
  };
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
  const [message, hint] =
    found.length > 1
      ? [`${name} has two configs: ${found.join(' and ')}`, `Keep one, or set 'config'.`]
      : [`${name} has no config: expected ${candidates.join(' or ')}`, undefined];
  throw new CommandError([{ message, ...(hint !== undefined && { hint }) }]);
}

import { dirname } from 'node:path';

import { buildOutputs } from '../build/index.js';
import {
  previewOutput,
  refuseToFill,
  writeOutput,
  type Plan,
  type WriteOptions,
} from '../disk/index.js';
import { findWorkspaceRoot } from '../discovery/index.js';
import { makeTree, renderFiles, type Tree } from '../render/index.js';
import { openOutput } from './output-root.js';
import type { OpenProject, ProjectOptions } from './project.js';

/** What {@link generate} is told. */
export interface GenerateOptions extends ProjectOptions {
  /** The output directory, relative to `cwd`. Default: the target decides. */
  readonly out?: string;
  /** Removes everything in the output directory that this run does not produce. */
  readonly clean?: boolean;
  /** Removes what earlier runs generated and this one does not. */
  readonly prune?: boolean;
  /** Lets `clean` empty a directory that nothing was generated into before. */
  readonly force?: boolean;
  /** Only says what would change. */
  readonly dryRun?: boolean;
  /** Called when another run holds the output directory, with `waiting for …`. */
  readonly onWait?: (message: string) => void;
}

/** What {@link generate} did, or would do. */
export interface GenerateResult {
  /** The target's name. */
  readonly target: string;
  /** Absolute path of the output directory. */
  readonly outputRoot: string;
  /** What differs from the disk, file by file; what is left over from earlier runs. */
  readonly plan: Plan;
  /** False for a dry run. */
  readonly written: boolean;
  /** Absolute paths of the config and every file it imports, the config first. */
  readonly files: readonly string[];
  /** Absolute paths that were looked for and are absent. */
  readonly absent: readonly string[];
  /** Of the resolved config, whatever the order of its keys. */
  readonly hash: string;
}

/**
 * Generates all files of a config, and writes those that differ: all or none of them.
 *
 * @throws ConfigError, GenerationError, CommandError; the output is then as it was.
 */
export async function generate(options: GenerateOptions): Promise<GenerateResult> {
  const { opened, outputRoot } = await openOutput(options);
  refuseToFill(outputRoot, opened.cwd);
  const files = renderProject(opened, options);
  options.onStep?.('write');
  const bringToDisk = options.dryRun ? previewOutput : writeOutput;
  const plan = await bringToDisk(outputRoot, files, writeOptions(options, opened));
  const { target, config } = opened;
  return {
    target: target.name,
    outputRoot,
    plan,
    written: !options.dryRun,
    files: config.files,
    absent: config.absent,
    get hash() {
      return config.hash;
    },
  };
}

/** What {@link generateTree} gives. */
export interface GeneratedTree {
  /** The generated files; `/` stands for the output directory. */
  readonly tree: Tree;
  /** Absolute path of the output directory. */
  readonly outputRoot: string;
}

/**
 * Generates all files of a config into memory; writes none. For callers with a way to the disk of
 * their own, such as an Nx generator.
 *
 * @throws ConfigError, GenerationError, CommandError.
 */
export async function generateTree(
  options: ProjectOptions & Pick<GenerateOptions, 'out'>,
): Promise<GeneratedTree> {
  const { opened, outputRoot } = await openOutput(options);
  return { tree: await makeTree(renderProject(opened, options)), outputRoot };
}

function renderProject(
  opened: OpenProject,
  { onStep }: ProjectOptions,
): ReadonlyMap<string, string> {
  const { target, catalog, project } = opened;
  onStep?.('build');
  const outputs = buildOutputs(target, catalog, project);
  onStep?.('render');
  return renderFiles(target, outputs);
}

function writeOptions(options: GenerateOptions, { cwd, config }: OpenProject): WriteOptions {
  const waiting = options.onWait && { onWait: options.onWait };
  if (!options.clean) return { mode: options.prune ? 'prune' : 'keep', ...waiting };
  const workspaceRoot = findWorkspaceRoot(dirname(config.path));
  const context = {
    cwd,
    ...(workspaceRoot !== undefined && { workspaceRoot }),
    ...(options.force !== undefined && { force: options.force }),
  };
  return { mode: 'clean', context, ...waiting };
}

import { dirname } from 'node:path';

import { commit, preview, type CleanOptions, type CommitOptions, type Plan } from '@rowhouse/disk';

import { findWorkspaceRoot } from '../discovery/index.js';
import { makeTree, type Tree } from '../render/index.js';
import { onDisk } from './on-disk.js';
import { openOutput } from './output-root.js';
import type { OpenProject, ProjectOptions } from './project.js';
import { renderProject } from './render-project.js';

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
  /** Fails where an edit by hand, or a file that was not generated, would be overwritten. */
  readonly keepEdits?: boolean;
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
  /** Absolute paths of the config, every file it imports and those that the target read. */
  readonly files: readonly string[];
  /** Absolute paths that were looked for and are absent. */
  readonly absent: readonly string[];
  /** What the user should know though it is no error, a line each. */
  readonly notices: readonly string[];
  /** Of the resolved config, whatever the order of its keys. */
  readonly hash: string;
}

/**
 * Generates all files of a config, and writes those that differ: all or none of them.
 *
 * @throws ConfigError, GenerationError, CommandError; the output is then as it was.
 */
export async function generate(options: GenerateOptions): Promise<GenerateResult> {
  const output = await openOutput(options);
  const { opened, outputRoot } = output;
  const { files, notices } = renderProject(output, options);
  options.onStep?.('write');
  const bringToDisk = options.dryRun ? preview : commit;
  const plan = await onDisk(bringToDisk(outputRoot, files, commitOptions(options, opened)));
  const { target, config } = opened;
  return {
    target: target.name,
    outputRoot,
    plan,
    written: !options.dryRun,
    files: opened.files,
    absent: opened.absent,
    notices,
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
  const output = await openOutput(options);
  const { files } = renderProject(output, options);
  return { tree: await makeTree(files), outputRoot: output.outputRoot };
}

function commitOptions(options: GenerateOptions, opened: OpenProject): CommitOptions {
  const mode = options.clean ? 'clean' : options.prune ? 'prune' : 'keep';
  const { keepEdits = false } = options;
  return { mode, keepEdits, ...cleanOptions(options, opened) };
}

/** What the disk is to know of the command's surroundings. */
export function cleanOptions(
  { force, onWait }: Pick<GenerateOptions, 'force' | 'onWait'>,
  { cwd, config }: OpenProject,
): CleanOptions {
  const workspaceRoot = findWorkspaceRoot(dirname(config.path));
  return {
    cwd,
    ...(workspaceRoot !== undefined && { workspaceRoot }),
    ...(force !== undefined && { force }),
    ...(onWait && { onWait }),
  };
}

import type { Plan } from '@rowhouse/disk';

import { LastRun, retell } from './last-run/last-run.js';
import type { ProjectOptions } from './project.js';
import type { Reasons } from './reasons.js';

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
  /** Whether a run may be skipped that would find everything as the last one left it. Default: true. */
  readonly skip?: boolean;
  /** Whether the result tells why each file differs. */
  readonly reasons?: boolean;
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
  /** Those of them that say that nothing was checked against something, as it was not found. */
  readonly unchecked: readonly string[];
  /** Of the resolved config, whatever the order of its keys. */
  readonly hash: string;
  /** How many things the config asks for, and the name of their scope: `resource`. */
  readonly instances: { readonly scope: string; readonly count: number };
  /** Why files differ, where that was asked; undefined where nothing the run depends on has changed. */
  readonly reasons?: Reasons | undefined;
}

/**
 * Generates all files of a config, and writes those that differ: all or none of them. What the last run
 * did already is not done again.
 *
 * @throws ConfigError, GenerationError, CommandError; the output is then as it was.
 */
export async function generate(options: GenerateOptions): Promise<GenerateResult> {
  const lastRun = LastRun.of(options);
  const run = lastRun?.recall();
  const plan = run && (await lastRun?.unchanged(run));
  if (plan) {
    retell(run, options);
    return { ...run.result, plan, written: !options.dryRun };
  }
  // Loaded when there is something to do: the templates, the schemas and the evaluator take longer than that.
  const { generateAnew } = await import('./generate-anew.js');
  return generateAnew(options, lastRun);
}

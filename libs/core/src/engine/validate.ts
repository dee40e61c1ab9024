import { recover } from '@rowhouse/disk';

import type { GenerateOptions } from './generate.js';
import { LastRun, retell } from './last-run/last-run.js';
import { Memory } from './last-run/remember.js';
import { onDisk } from './on-disk.js';
import { openOutput } from './output-root.js';
import type { ProjectOptions } from './project.js';
import { renderProject } from './render-project.js';
import { instancesOf } from './instances.js';

/** What {@link validate} is told. */
export type ValidateOptions = ProjectOptions & Pick<GenerateOptions, 'out' | 'skip'>;

/** A config without problems, and what it is made of. */
export interface ValidateResult {
  /** The target's name. */
  readonly target: string;
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
}

/**
 * Checks a config, down to whether its outputs can be together; writes nothing. An output directory where an earlier run was killed is brought
 * to the tree before that run or after it, as by every command. What the last run found out already is not found out again.
 *
 * @throws ConfigError, GenerationError, CommandError; each carries every problem of its kind.
 */
export async function validate(options: ValidateOptions): Promise<ValidateResult> {
  const lastRun = LastRun.of(options);
  const run = lastRun?.recall();
  if (run) {
    const { outputRoot, target, files, absent, notices, unchecked, hash } = run.result;
    await onDisk(recover(outputRoot));
    retell(run, options);
    return { target, files, absent, notices, unchecked, hash };
  }
  const memory = new Memory(lastRun);
  const output = await openOutput(memory.listenTo(options), memory.files);
  await onDisk(recover(output.outputRoot));
  const { notices } = renderProject(output, options);
  memory.keep(output, { notices, instances: instancesOf(output.opened) });
  const { config, target, files, absent, unchecked } = output.opened;
  return { target: target.name, files, absent, notices, unchecked, hash: config.hash };
}

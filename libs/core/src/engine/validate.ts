import { recover } from '@rowhouse/disk';

import { onDisk } from './on-disk.js';
import { openOutput } from './output-root.js';
import type { ProjectOptions } from './project.js';
import { renderProject } from './render-project.js';

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
  /** Of the resolved config, whatever the order of its keys. */
  readonly hash: string;
}

/**
 * Checks a config, down to whether its outputs can be together; writes nothing. An output directory where an earlier run was killed is brought
 * to the tree before that run or after it, as by every command.
 *
 * @throws ConfigError, GenerationError, CommandError; each carries every problem of its kind.
 */
export async function validate(options: ProjectOptions): Promise<ValidateResult> {
  const output = await openOutput(options);
  await onDisk(recover(output.outputRoot));
  const { notices } = renderProject(output, options);
  const { config, target, files, absent } = output.opened;
  return { target: target.name, files, absent, notices, hash: config.hash };
}

import { recover } from '../disk/index.js';
import { openOutput } from './output-root.js';
import type { ProjectOptions } from './project.js';

/** A config without problems, and what it is made of. */
export interface ValidateResult {
  /** The target's name. */
  readonly target: string;
  /** Absolute paths of the config and every file it imports, the config first. */
  readonly files: readonly string[];
  /** Absolute paths that were looked for and are absent. */
  readonly absent: readonly string[];
  /** Of the resolved config, whatever the order of its keys. */
  readonly hash: string;
}

/**
 * Checks a config; generates nothing. An output directory where an earlier run was killed is brought
 * to the tree before that run or after it, as by every command.
 *
 * @throws ConfigError, GenerationError, CommandError; each carries every problem of its kind.
 */
export async function validate(options: ProjectOptions): Promise<ValidateResult> {
  const { opened, outputRoot } = await openOutput(options);
  await recover(outputRoot);
  const { config, target } = opened;
  const { files, absent, hash } = config;
  return { target: target.name, files, absent, hash };
}

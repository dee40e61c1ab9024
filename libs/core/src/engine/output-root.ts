import { dirname, isAbsolute, resolve } from 'node:path';

import { recover } from '@rowhouse/disk';

import { CommandError } from '../errors/errors.js';
import type { Files } from '../files/files.js';
import { onDisk } from './on-disk.js';
import { openProject, type OpenProject, type ProjectOptions } from './project.js';

/** A project, and where its output goes. */
export interface OpenOutput {
  readonly opened: OpenProject;
  /** Absolute path of the output directory. */
  readonly outputRoot: string;
}

/**
 * Loads and checks a config, and finds its output directory.
 *
 * An output that the caller names is first brought to one whole tree, should an earlier run have been
 * killed there: that must not wait until the config is without problems. Elsewhere the config alone
 * knows the place.
 *
 * @param options with `out`, the directory asked for, relative to the working directory; it may lie
 *   anywhere. Without it, the target decides.
 * @param files where all that the project depends on is read from.
 * @throws ConfigError, GenerationError, CommandError; each carries every problem of its kind.
 */
export async function openOutput(
  options: ProjectOptions & { readonly out?: string },
  files?: Files,
): Promise<OpenOutput> {
  const { out } = options;
  if (out === '') {
    throw new CommandError([
      { code: 'empty-output', message: 'the path of the output directory is an empty string' },
    ]);
  }
  const cwd = resolve(options.cwd ?? process.cwd());
  if (out !== undefined) await onDisk(recover(resolve(cwd, out)));
  const opened = await openProject(options, files);
  return { opened, outputRoot: out === undefined ? ownRoot(opened) : resolve(cwd, out) };
}

function ownRoot({ project, target, config, cwd }: OpenProject): string {
  const relative = target.outputRoot(project);
  if (target.derived) return resolve(dirname(config.path), relative);
  if (isAbsolute(relative) || relative.split('/').includes('..')) {
    throw new Error(`Target '${target.name}' gave '${relative}', outside the working directory.`);
  }
  return resolve(cwd, relative);
}

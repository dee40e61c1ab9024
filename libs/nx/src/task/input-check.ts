import { existsSync, realpathSync } from 'node:fs';
import { sep } from 'node:path';

import { CommandError } from '@rowhouse/core';
import { stdlibDirectory } from '@rowhouse/core/imports';

import { environmentFile } from '../plugin/environment-input.js';
import { filesetPath } from './hash-words.js';
import { fromWorkspace, type Task } from './task.js';

/**
 * Checks after a cached task has run that its hash has all files that it read. It may not where `inputs` of the
 * user's replace those of the plugin, or where Nx's daemon has a graph that is older than a file that it does not
 * watch, as git ignores it.
 *
 * @param files absolute paths.
 * @throws CommandError that names the files; the task then fails, so nothing is cached that would be outdated unnoticed.
 */
export async function checkInputs(task: Task, files: readonly string[]): Promise<void> {
  const filesets = filesetsOf(task);
  const named = new Set(filesets);
  // Bundled helpers count by the version of their package.
  const bundled = `${stdlibDirectory()}${sep}`;
  const unnamed = files.filter(
    (file) => !named.has(fromWorkspace(task, file)) && !file.startsWith(bundled),
  );
  if (unnamed.length === 0) return;
  const { minimatch } = await import('minimatch');
  const patterns = filesets.filter((fileset) => /[*?]/.test(fileset));
  const isSeen = (path: string) =>
    named.has(path) || patterns.some((pattern) => minimatch(path, pattern, { dot: true }));
  const missing = unnamed.filter((file) => !placesOf(task, file).some(isSeen));
  if (missing.length > 0) throw unsafe(task, missing);
}

function filesetsOf({ inputs, projectRoot }: Task): readonly string[] {
  return inputs.flatMap((input) => {
    const environment = environmentFile(input);
    if (environment !== undefined) return [environment];
    const fileset = typeof input === 'object' && 'fileset' in input ? input.fileset : input;
    if (typeof fileset !== 'string' || fileset.startsWith('!')) return [];
    return [filesetPath(fileset, projectRoot)];
  });
}

/** Of a file behind a link, the path that leads there counts as much as its own. */
function placesOf(task: Task, file: string): readonly string[] {
  if (!existsSync(file)) return [fromWorkspace(task, file)];
  const workspaceRoot = realpathSync(task.workspaceRoot);
  return [fromWorkspace(task, file), fromWorkspace({ workspaceRoot }, realpathSync(file))];
}

function unsafe(task: Task, missing: readonly string[]): CommandError {
  const shown = missing.slice(0, 3).map((file) => fromWorkspace(task, file));
  const more = missing.length > shown.length ? ` and ${missing.length - shown.length} more` : '';
  const message =
    `${shown.join(', ')}${more}: read by ${task.projectName}, but not in the hash of this target. ` +
    'A later change would not be noticed';
  const fix =
    'If nx.json or project.json sets "inputs" for this target, remove them. Otherwise, run nx reset: ' +
    'the Nx daemon does not notice changes of files that git ignores.';
  return new CommandError([{ code: 'unsafe-inputs', message, fix }]);
}

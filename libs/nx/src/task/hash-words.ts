import { posix } from 'node:path';

import type { TargetConfiguration } from '../devkit.js';

import type { Print } from './report.js';
import type { Task } from './task.js';

type Input = NonNullable<TargetConfiguration['inputs']>[number];

/** With `--verbose`, says what decides whether a cached task runs: a line for each thing in its hash. */
export function explainHash({ isCached, inputs, projectRoot }: Task, print: Print): void {
  if (!isCached || process.env['NX_VERBOSE_LOGGING'] !== 'true') return;
  for (const input of inputs) print(`in the hash: ${inWords(input, projectRoot)}`);
}

function inWords(input: Input, projectRoot: string): string {
  if (typeof input === 'string') return filesInWords(input, projectRoot);
  if ('fileset' in input) return filesInWords(input.fileset, projectRoot);
  if ('externalDependencies' in input) {
    return `the versions of ${input.externalDependencies.join(', ')}`;
  }
  if ('dependentTasksOutputFiles' in input)
    return 'the outputs of the tasks that this one depends on';
  return JSON.stringify(input);
}

function filesInWords(fileset: string, projectRoot: string): string {
  if (fileset.startsWith('!')) return `not ${filesInWords(fileset.slice(1), projectRoot)}`;
  return filesetPath(fileset, projectRoot);
}

/** A fileset of an input as a path or pattern from the workspace root. */
export function filesetPath(fileset: string, projectRoot: string): string {
  const path = fileset.replace('{projectRoot}', projectRoot).replace('{workspaceRoot}/', '');
  return posix.normalize(path);
}

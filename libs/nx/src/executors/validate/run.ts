import { existsSync } from 'node:fs';
import { posix } from 'node:path';

import { CommandError, generate, hasChanges, unquoted, type GenerateResult } from '@rowhouse/core';

import { checkCachedRun } from '../../task/cached-run.js';
import { explainHash } from '../../task/hash-words.js';
import { summarize, type Print } from '../../task/report.js';
import { fromWorkspace, type Task } from '../../task/task.js';
import { IgnoreRules } from '../../workspace/ignore-rules.js';
import type { ValidateExecutorSchema } from './schema.js';

/**
 * Checks a project's config. Where its generated code is committed (there, and not ignored), checks
 * also that it is what the config generates; with `checkIgnored`, wherever there is any.
 *
 * @throws ConfigError, GenerationError, CommandError.
 */
export async function validateProject(
  task: Task,
  { checkIgnored = false, strict = true, skip = true }: ValidateExecutorSchema,
  print: Print,
): Promise<void> {
  explainHash(task, print);
  const result = await generate({ ...task.project, dryRun: true, prune: true, skip });
  await checkCachedRun(task, result);
  if (strict) refuseUnchecked(task, result);
  const { config } = task.project;
  const output = fromWorkspace(task, result.outputRoot);
  const isInGit = isCommitted(task, result);
  if (isInGit || (checkIgnored && existsSync(result.outputRoot))) {
    const run = `Run nx run ${task.projectName}:codegen`;
    checkDrift(
      output,
      result,
      isInGit ? `${run}, and commit the result.` : `${run} --skip-nx-cache.`,
    );
    print(`${fromWorkspace(task, config)}: valid, and ${output} is up to date`);
  } else {
    print(`${fromWorkspace(task, config)}: valid`);
  }
  if (task.uncached !== undefined) print(`not cached: ${task.uncached}`);
}

/** Green would mean less than it says: types come from the config alone, and a wrong name stays. */
function refuseUnchecked({ projectName }: Task, { unchecked }: GenerateResult): void {
  if (unchecked.length === 0) return;
  const fix =
    'Install the Python packages first, or set "strict": false in the options of ' +
    `${projectName}'s codegen-validate.`;
  throw new CommandError(
    unchecked.map((message) => ({ code: 'models-not-found', message: unquoted(message), fix })),
  );
}

function isCommitted({ workspaceRoot, ...task }: Task, { outputRoot }: GenerateResult): boolean {
  if (!existsSync(outputRoot)) return false;
  const output = fromWorkspace({ workspaceRoot, ...task }, outputRoot);
  return !new IgnoreRules(workspaceRoot).isIgnored(posix.join(output, '.rowhouse.json'));
}

function checkDrift(output: string, { plan }: GenerateResult, fix: string): void {
  if (!hasChanges(plan)) return;
  const words = { create: 'missing', update: 'different', delete: 'left over', unchanged: '' };
  const changed = plan.changes.filter(({ kind }) => kind !== 'unchanged');
  const lines = changed.map(({ kind, path }) => `${words[kind]}: ${posix.join(output, path)}`);
  throw new CommandError([
    {
      code: 'outdated',
      message: `${output} is out of date (${summarize(plan)})\n${lines.join('\n')}`,
      fix,
    },
  ]);
}

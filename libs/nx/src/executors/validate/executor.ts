import { existsSync } from 'node:fs';
import { posix } from 'node:path';

import type { ExecutorContext } from '@nx/devkit';
import { CommandError, generate, hasChanges, type GenerateResult } from '@rowhouse/core';

import { checkOutputs } from '../../task/output-check.js';
import { runTask, summarize } from '../../task/report.js';
import { describeTask, fromWorkspace, type Task } from '../../task/task.js';
import { IgnoreRules } from '../../workspace/ignore-rules.js';
import type { ValidateExecutorSchema } from './schema.js';

/**
 * Checks a project's config. Where its generated code is committed (there, and not ignored), checks
 * also that it is what the config generates.
 */
export default async function validateExecutor(
  options: ValidateExecutorSchema,
  context: ExecutorContext,
): Promise<{ success: boolean }> {
  const success = await runTask(async () => {
    const { projectName, target } = context;
    const task = describeTask(options, context, { projectName: projectName!, target });
    const result = await generate({ ...task.project, dryRun: true, prune: true });
    if (task.isCached) checkOutputs(task, result);
    const { config } = task.project;
    const output = fromWorkspace(task, result.outputRoot);
    if (isCommitted(task, result)) {
      checkDrift(output, projectName!, result);
      console.log(`${fromWorkspace(task, config)}: valid, and ${output} is up to date`);
    } else {
      console.log(`${fromWorkspace(task, config)}: valid`);
    }
    if (task.uncached !== undefined) console.log(`not cached: ${task.uncached}`);
  }, console.error);
  return { success };
}

function isCommitted({ workspaceRoot, ...task }: Task, { outputRoot }: GenerateResult): boolean {
  if (!existsSync(outputRoot)) return false;
  const output = fromWorkspace({ workspaceRoot, ...task }, outputRoot);
  return !new IgnoreRules(workspaceRoot).isIgnored(posix.join(output, '.rowhouse.json'));
}

function checkDrift(output: string, project: string, { plan }: GenerateResult): void {
  if (!hasChanges(plan)) return;
  const words = { create: 'missing', update: 'different', delete: 'left over', unchanged: '' };
  const changed = plan.changes.filter(({ kind }) => kind !== 'unchanged');
  const lines = changed.map(({ kind, path }) => `${words[kind]}: ${posix.join(output, path)}`);
  throw new CommandError([
    {
      message: `${output} is not what the config generates (${summarize(plan)})\n${lines.join('\n')}`,
      hint: `Run nx run ${project}:codegen, and commit the result.`,
    },
  ]);
}

import type { ExecutorContext, ProjectsConfigurations } from '../../devkit.js';
import { generate, type GenerateResult } from '@rowhouse/core';

import { warnOfBlindTargets } from '../../task/blind-targets.js';
import { checkCachedRun } from '../../task/cached-run.js';
import { explainHash } from '../../task/hash-words.js';
import {
  checkOutputFolder,
  refuseKeepingEdits,
  refuseOtherOutputs,
} from '../../task/output-check.js';
import { printLostEdits, summarize, type Print } from '../../task/report.js';
import { fromWorkspace, refuseShared, type Task } from '../../task/task.js';
import type { CodegenExecutorSchema } from './schema.js';

/** What a run is told beside its task. */
export interface RunContext {
  readonly projects: ProjectsConfigurations;
  /** Targets that miss what this one makes, as a line each. */
  readonly warnings: readonly string[];
  readonly print: Print;
}

/** Collects it. */
export function runContext(
  { projectsConfigurations, nxJsonConfiguration }: ExecutorContext,
  names: { readonly projectName: string; readonly targetName: string },
  print: Print,
): RunContext {
  const project = projectsConfigurations.projects[names.projectName]!;
  const warnings = warnOfBlindTargets({ ...names, project, nxJson: nxJsonConfiguration });
  return { projects: projectsConfigurations, warnings, print };
}

/**
 * Generates one project. A cached task's output depends on its inputs alone, so what an earlier
 * config left in the folder goes.
 *
 * @throws ConfigError, GenerationError, CommandError.
 */
export async function generateProject(
  task: Task,
  { clean, prune, keepEdits, skip = true }: CodegenExecutorSchema,
  { projects, warnings, print }: RunContext,
): Promise<GenerateResult> {
  explainHash(task, print);
  if (task.isCached && keepEdits === true) refuseKeepingEdits(task);
  if (task.isCached) refuseOtherOutputs(task);
  const strays = task.isCached ? checkOutputFolder(task) : undefined;
  if (task.output === undefined) {
    // Only the evaluated config knows the folder.
    const { outputRoot } = await generate({ ...task.project, dryRun: true, skip });
    refuseShared(task, fromWorkspace(task, outputRoot), projects);
  }
  const result = await generate({
    ...task.project,
    clean: clean === true || (strays !== undefined && strays.stale.length > 0),
    prune: prune ?? true,
    keepEdits: keepEdits ?? false,
    skip,
    onWait: print,
    onTrace: (message) => print(`trace: ${message}`),
  });
  await checkCachedRun(task, result);
  print(`${fromWorkspace(task, result.outputRoot)}: ${summarize(result.plan)}`);
  printLostEdits(result.plan, print);
  for (const path of result.plan.orphans) print(`left over from an earlier run: ${path}`);
  if (task.uncached !== undefined) print(`not cached: ${task.uncached}`);
  for (const notice of result.notices) {
    print(`${result.unchecked.includes(notice) ? 'warning' : 'note'}: ${notice}`);
  }
  warnings.forEach(print);
  return result;
}

import { dirname, relative, resolve } from 'node:path';

import { isUserError } from '../../errors/errors.js';
import type { Issue } from '@rowhouse/errors';
import type { Finding } from '../../target/finding.js';
import { generate, type GenerateResult } from '../generate.js';
import {
  findInstalled,
  loadTarget,
  openProject,
  surroundingsOf,
  type ProjectOptions,
} from '../project.js';
import { issuesOf, nodeFinding, packagesFinding, targetsFinding } from './installation.js';

/** What {@link doctor} is told. */
export type DoctorOptions = Pick<ProjectOptions, 'target' | 'cwd' | 'plugins' | 'command'> & {
  /** Path of the config, relative to `cwd`; undefined where there is none. */
  readonly config?: string | undefined;
  /** The output directory, relative to `cwd`. Default: the target decides. */
  readonly out?: string;
};

/**
 * Looks at all that generation depends on: the program, its packages and targets, the config, what its target needs of the
 * project, and whether the output is up to date. Writes nothing.
 *
 * @returns what was found out of each, what is broken included.
 */
export async function doctor(options: DoctorOptions = {}): Promise<readonly Finding[]> {
  const cwd = resolve(options.cwd ?? process.cwd());
  const { config } = options;
  const directory = config === undefined ? cwd : dirname(resolve(cwd, config));
  const findings: Finding[] = [nodeFinding()];
  let chosen;
  try {
    findings.push(packagesFinding(directory));
    const installed = findInstalled(options, directory);
    const targets = await targetsFinding(installed, directory);
    findings.push(targets);
    if (targets.issues.length === 0) chosen = await loadTarget(installed, options.target);
  } catch (error) {
    findings.push({ topic: 'Packages', lines: [], issues: issuesOf(error) });
  }
  if (chosen) {
    const surroundings = surroundingsOf(directory, chosen.catalog, cwd);
    const project = config === undefined ? undefined : await projectOf({ ...options, config });
    findings.push(...((await chosen.target.diagnose?.(surroundings, project)) ?? []));
  }
  if (config === undefined) return [...findings, noConfig];
  if (!chosen) {
    return [...findings, { topic: 'Config', lines: [`${config}: not checked`], issues: [] }];
  }
  return [...findings, ...(await projectFindings({ ...options, config }, cwd))];
}

const noConfig: Finding = {
  topic: 'Config',
  lines: ['none in this folder: codegen init writes a first one, and --config names another'],
  issues: [],
};

/** What a config says; undefined if it is wrong, which is found out of the config. */
async function projectOf(options: DoctorOptions & ProjectOptions): Promise<unknown> {
  try {
    return (await openProject(options)).project;
  } catch (error) {
    if (isUserError(error)) return undefined;
    throw error;
  }
}

/** What is found out of a config, and of what was generated from it. */
async function projectFindings(
  options: DoctorOptions & { readonly config: string },
  cwd: string,
): Promise<readonly Finding[]> {
  const { config } = options;
  let result: GenerateResult;
  try {
    result = await generate({ ...options, dryRun: true });
  } catch (error) {
    const issues = issuesOf(error);
    const isOutput = isUserError(error) && error.prefix === 'error';
    const broken = { topic: isOutput ? 'Output' : 'Config', lines: [], issues };
    return isOutput ? [validConfig(config, []), broken] : [broken];
  }
  return [validConfig(config, result.notices), outputFinding(result, options, cwd)];
}

function validConfig(config: string, notices: readonly string[]): Finding {
  const lines = [`${config}: valid`, ...notices.map((notice) => `note: ${notice}`)];
  return { topic: 'Config', lines, issues: [] };
}

/** Whether what was generated is what the config says. */
function outputFinding(
  { plan, outputRoot }: GenerateResult,
  { config, out }: DoctorOptions,
  cwd: string,
): Finding {
  const files = plan.changes;
  const count = (kind: string) => files.filter((change) => change.kind === kind).length;
  const edited = files.filter((change) => 'origin' in change && change.origin === 'edited');
  const parts = [
    [count('create'), 'missing'],
    [count('update') - edited.length, 'out of date'],
    [edited.length, 'edited by hand'],
    [plan.orphans.length, 'left from earlier runs'],
  ].flatMap(([amount, what]) => (amount === 0 ? [] : `${amount} ${what}`));
  const differs = files.some(({ kind }) => kind !== 'unchanged');
  const total = `${files.length} file${files.length === 1 ? '' : 's'}`;
  const issue: Issue = {
    code: 'outdated',
    message: 'the generated files are not up to date',
    fix: `Run: codegen generate --config ${config}${out === undefined ? '' : ` --out ${out}`}`,
  };
  return {
    topic: 'Output',
    lines: [
      `${relative(cwd, outputRoot) || '.'}: ${total}, ${parts.length === 0 ? 'up to date' : parts.join(', ')}`,
    ],
    issues: differs ? [issue] : [],
  };
}

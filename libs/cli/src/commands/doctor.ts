import type { Command } from 'commander';

import { printJson, printLine } from '../output/print.js';
import {
  configArgument,
  configOption,
  defaultConfig,
  examples,
  jsonOption,
  oneConfig,
  outOption,
  targetOption,
} from './options.js';

interface DoctorFlags {
  readonly config?: string;
  readonly out?: string;
  readonly target?: string;
  readonly json?: boolean;
}

/** Adds `codegen doctor`. */
export function addDoctor(program: Command): void {
  program
    .command('doctor')
    .description('Check the installation and the project; print what a bug report needs.')
    .addArgument(configArgument())
    .addOption(configOption())
    .addOption(outOption())
    .addOption(targetOption())
    .addOption(jsonOption())
    .addHelpText('after', examples('codegen doctor', 'codegen doctor api.json > report.txt'))
    .action(run);
}

async function run(
  argument: string | undefined,
  { json, ...options }: DoctorFlags,
  command: Command,
): Promise<void> {
  const config = oneConfig(argument, options.config, command) ?? defaultConfig();
  const { doctor } = await import('@rowhouse/core');
  const findings = await doctor({ ...options, config, command: process.argv[1] });
  const { diagnosisJson, diagnosisText } = await import('../output/diagnosis.js');
  if (json) printJson(diagnosisJson(findings));
  else printLine(diagnosisText(findings));
  // The report is all there is to say: it goes where one redirects it to.
  if (findings.some(({ issues }) => issues.length > 0)) process.exitCode = 1;
}

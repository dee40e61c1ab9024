import { join } from 'node:path';

import {
  cleanOutput,
  writeOutput,
  type Disk,
  type LockOptions,
  type Plan,
} from '../../src/disk/index.js';
import type { Scenario } from './scenarios.js';
import { lay } from './snapshot.js';

/** Brings a directory into the state that a scenario starts from. */
export async function prepare(base: string, scenario: Scenario): Promise<void> {
  lay(base, scenario.users ?? {});
  if (!scenario.before) return;
  await writeOutput(join(base, scenario.root), Object.entries(scenario.before), { mode: 'keep' });
}

/** Runs a scenario's command. */
export async function runCommand(
  base: string,
  scenario: Pick<Scenario, 'root' | 'command'>,
  options: LockOptions & { disk?: Disk } = {},
): Promise<Plan> {
  const root = join(base, scenario.root);
  const context = { cwd: join(base, 'cwd'), home: join(base, 'home') };
  const { command } = scenario;
  if (command.kind === 'clean') return cleanOutput({ root, ...context, ...options });
  const files = Object.entries(command.files);
  return writeOutput(root, files, { mode: command.mode, context, ...options });
}

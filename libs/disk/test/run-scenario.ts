import { join } from 'node:path';

import { clean, commit, type Options, type Plan } from '../src/index.js';
import type { Scenario } from './scenarios.js';
import { lay } from './snapshot.js';

/** Brings a directory into the state that a scenario starts from. */
export async function prepare(base: string, scenario: Scenario): Promise<void> {
  lay(base, scenario.users ?? {});
  if (!scenario.before) return;
  await commit(join(base, scenario.root), Object.entries(scenario.before));
}

/** Runs a scenario's command. */
export async function runCommand(
  base: string,
  scenario: Pick<Scenario, 'root' | 'command'>,
  options: Options = {},
): Promise<Plan> {
  const root = join(base, scenario.root);
  const all = { cwd: join(base, 'cwd'), home: join(base, 'home'), ...options };
  const { command } = scenario;
  if (command.kind === 'clean') return clean(root, all);
  return commit(root, Object.entries(command.files), { mode: command.mode, ...all });
}

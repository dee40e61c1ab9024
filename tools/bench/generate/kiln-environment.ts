import { spawnSync } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { installedPythons } from '@rowhouse/harness';

const requirement = 'kiln-generator==0.6.1';
const cache = join(import.meta.dirname, '../../../node_modules/.cache/bench-kiln-0.6.1');

/** A Python environment with kiln: the one that `KILN` names, else one of our own, made once. */
export async function kilnEnvironment(): Promise<string | { readonly missing: string }> {
  const given = process.env['KILN'];
  if (given !== undefined) return given;
  if (existsSync(join(cache, 'bin/foundry'))) return cache;
  const [python] = await installedPythons('3.12', '3.12');
  if (python === undefined) return { missing: 'there is no Python 3.12' };
  const steps = [
    [python.interpreter, '-m', 'venv', cache],
    [join(cache, 'bin/python'), '-m', 'pip', 'install', '--quiet', requirement],
  ];
  for (const [command, ...args] of steps) {
    const { status, stderr, error } = spawnSync(command!, args, { encoding: 'utf8' });
    if (status === 0) continue;
    rmSync(cache, { recursive: true, force: true });
    const reason = error?.message ?? stderr.trim().split('\n').at(-1);
    return { missing: `${[command, ...args].join(' ')} failed: ${reason}` };
  }
  return cache;
}

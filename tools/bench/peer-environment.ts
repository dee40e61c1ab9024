import { spawnSync } from 'node:child_process';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { installedPythons } from '@rowhouse/harness';

/** A Python program that a benchmark compares with. */
export interface Peer {
  /** The variable that may name an environment which has it. */
  readonly variable: string;
  /** What pip installs, the program itself first: `kiln-generator==0.6.1`. */
  readonly requirements: readonly string[];
}

/** A Python environment with the peer: the one that the variable names, else one of our own, made once. */
export async function peerEnvironment({
  variable,
  requirements,
}: Peer): Promise<string | { readonly missing: string }> {
  const given = process.env[variable];
  if (given !== undefined) return given;
  const name = `bench-${requirements[0]!.replace('==', '-')}`;
  const cache = join(import.meta.dirname, '../../node_modules/.cache', name);
  const complete = join(cache, 'complete');
  if (existsSync(complete)) return cache;
  const [python] = await installedPythons('3.12', '3.12');
  if (python === undefined) return { missing: 'there is no Python 3.12' };
  const steps = [
    [python.interpreter, '-m', 'venv', cache],
    [join(cache, 'bin/python'), '-m', 'pip', 'install', '--quiet', ...requirements],
  ];
  for (const [command, ...args] of steps) {
    const { status, stderr, error } = spawnSync(command!, args, { encoding: 'utf8' });
    if (status === 0) continue;
    rmSync(cache, { recursive: true, force: true });
    const reason = error?.message ?? stderr.trim().split('\n').at(-1);
    return { missing: `${[command, ...args].join(' ')} failed: ${reason}` };
  }
  writeFileSync(complete, '');
  return cache;
}

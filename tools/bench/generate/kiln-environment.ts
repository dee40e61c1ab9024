import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

const requirement = 'kiln-generator==0.6.1';
const cache = join(import.meta.dirname, '../../../node_modules/.cache/bench-kiln-0.6.1');

/** A Python environment with kiln: the one that `KILN` names, else one of our own, made once. */
export function kilnEnvironment(): string | { readonly missing: string } {
  const given = process.env['KILN'];
  if (given !== undefined) return given;
  if (existsSync(join(cache, 'bin/foundry'))) return cache;
  const python = findPython();
  if (python === undefined) return { missing: 'there is no Python 3.12' };
  const steps = [
    [python, '-m', 'venv', cache],
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

/** Python 3.12, which kiln needs: on the path, or among pyenv's versions. */
function findPython(): string | undefined {
  const versions = join(process.env['PYENV_ROOT'] ?? join(homedir(), '.pyenv'), 'versions');
  const installed = existsSync(versions) ? readdirSync(versions) : [];
  const candidates = [
    'python3.12',
    ...installed
      .filter((version) => version.startsWith('3.12.'))
      .map((version) => join(versions, version, 'bin/python')),
  ];
  return candidates.find((python) => spawnSync(python, ['--version']).status === 0);
}

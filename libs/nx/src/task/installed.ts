/**
 * A program: prints the Python of a project and the packages that are installed for it. As a `runtime` input, it is
 * the part of a hash that no lock file has: what is installed, wherever that is.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

const LIST = `
import sys
from importlib import metadata
print(sys.version)
print("\\n".join(sorted(f"{each.name}=={each.version}" for each in metadata.distributions())))
`;

/** That of the virtual environment in the folder, or above it; else of the active one; else the one on the PATH. */
function pythonOf(folder: string): string {
  const environments = [];
  for (let each = folder; ; each = dirname(each)) {
    environments.push(join(each, '.venv'));
    if (each === dirname(each)) break;
  }
  const active = process.env['VIRTUAL_ENV'];
  if (active) environments.push(active);
  const pythons = environments.flatMap((each) => [
    join(each, 'bin/python'),
    join(each, 'Scripts/python.exe'),
  ]);
  const onPath = process.platform === 'win32' ? 'python' : 'python3';
  return pythons.find((path) => existsSync(path)) ?? onPath;
}

const python = pythonOf(resolve(process.argv[2]!));
const { stdout } = spawnSync(python, ['-I', '-c', LIST], { encoding: 'utf8' });
// An input that fails would stop Nx; without Python, the task says what it needs.
process.stdout.write(stdout || 'no Python');

import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

const root = resolve(import.meta.dirname, '../../..');
const environment = join(root, '.venv');
const requirements = join(root, 'requirements.txt');
const bin = join(environment, process.platform === 'win32' ? 'Scripts' : 'bin');

/** The path of a program in the shared Python environment, such as `python` or `pytest`. */
export function pythonProgram(name: string): string {
  return join(bin, process.platform === 'win32' ? `${name}.exe` : name);
}

/**
 * Makes the one Python environment that the demo and all tests share, from the pinned
 * `requirements.txt`. Does nothing when it is there and up to date.
 *
 * @returns the path of its `python`.
 */
export async function ensurePython(log: (line: string) => void = () => undefined): Promise<string> {
  const wanted = createHash('sha256')
    .update(await readFile(requirements))
    .digest('hex');
  const stamp = join(environment, '.requirements-hash');
  const python = pythonProgram('python');
  if ((await readFile(stamp, 'utf8').catch(() => '')) === wanted) return python;
  log('Installing the Python environment (.venv) from requirements.txt …');
  await rm(environment, { recursive: true, force: true });
  await mkdir(environment, { recursive: true });
  await run(await findPython(), ['-m', 'venv', environment]);
  const options = ['--disable-pip-version-check', '--quiet', '--no-input'];
  await run(python, ['-m', 'pip', 'install', ...options, '--requirement', requirements], {
    maxBuffer: 64 << 20,
  });
  await writeFile(stamp, wanted);
  return python;
}

/** The first Python 3.11 or newer on the path. */
async function findPython(): Promise<string> {
  const check = 'import sys; sys.exit(sys.version_info < (3, 11))';
  for (const candidate of ['python3', 'python', 'python3.13', 'python3.12', 'python3.11']) {
    const found = await run(candidate, ['-c', check]).then(
      () => true,
      () => false,
    );
    if (found) return candidate;
  }
  throw new Error(
    'Python 3.11 or newer is needed: no python3 or python of that version is on the PATH.',
  );
}

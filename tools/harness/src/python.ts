import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

const root = resolve(import.meta.dirname, '../../..');
const environment = join(root, '.venv');
const requirements = join(root, 'requirements.txt');

/**
 * What Hypothesis keeps, for `HYPOTHESIS_STORAGE_DIRECTORY`. By default it makes a folder where pytest runs: a
 * package that changes while it is tested, which other tests notice.
 */
export const hypothesisFolder = join(root, 'node_modules/.cache/hypothesis');

/** The path of a program in the shared Python environment, such as `python` or `pytest`. */
export function pythonProgram(name: string): string {
  return programIn(environment, name);
}

function programIn(directory: string, name: string): string {
  const [bin, program] = process.platform === 'win32' ? ['Scripts', `${name}.exe`] : ['bin', name];
  return join(directory, bin!, program!);
}

/**
 * Makes the one Python environment that the demo and all tests share, from the pinned
 * `requirements.txt`. Does nothing when it is there and up to date.
 *
 * @returns the path of its `python`.
 */
export async function ensurePython(log: (line: string) => void = () => undefined): Promise<string> {
  const text = await readFile(requirements, 'utf8');
  return ensureEnvironment(environment, text, () => {
    log('Installing the Python environment (.venv) from requirements.txt …');
  });
}

/** The same of other requirements, in a folder of that name beside what else is cached. */
export function ensureOtherPython(name: string, others: readonly string[]): Promise<string> {
  return ensureEnvironment(join(root, 'node_modules/.cache', name), others.join('\n'));
}

async function ensureEnvironment(
  directory: string,
  text: string,
  log: () => void = () => undefined,
): Promise<string> {
  const wanted = createHash('sha256').update(text).digest('hex');
  const stamp = join(directory, '.requirements-hash');
  const python = programIn(directory, 'python');
  if ((await readFile(stamp, 'utf8').catch(() => '')) === wanted) return python;
  log();
  await rm(directory, { recursive: true, force: true });
  await mkdir(directory, { recursive: true });
  await run(await findPython(), ['-m', 'venv', directory]);
  const file = join(directory, 'requirements.txt');
  await writeFile(file, text);
  const options = ['--disable-pip-version-check', '--quiet', '--no-input'];
  await run(python, ['-m', 'pip', 'install', ...options, '--requirement', file], {
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

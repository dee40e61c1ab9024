import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
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
  return ensureEnvironment(environment, text, undefined, () => {
    log('Installing the Python environment (.venv) from requirements.txt …');
  });
}

/**
 * Makes another environment, in a folder of that name beside what else is cached.
 *
 * @param interpreter what it is made with, unless the first Python on the path will do.
 * @returns the path of its `python`.
 */
export function ensureOtherPython(
  name: string,
  packages: readonly string[],
  interpreter?: string,
): Promise<string> {
  const directory = join(root, 'node_modules/.cache', name);
  return ensureEnvironment(directory, packages.join('\n'), interpreter);
}

async function ensureEnvironment(
  directory: string,
  text: string,
  interpreter: string | undefined,
  log: () => void = () => undefined,
): Promise<string> {
  const wanted = createHash('sha256')
    .update(`${interpreter ?? ''}\n${text}`)
    .digest('hex');
  const stamp = join(directory, '.requirements-hash');
  const python = programIn(directory, 'python');
  if ((await readFile(stamp, 'utf8').catch(() => '')) === wanted) return python;
  log();
  await rm(directory, { recursive: true, force: true });
  await mkdir(directory, { recursive: true });
  await run(interpreter ?? (await findPython()), ['-m', 'venv', directory]);
  const file = join(directory, 'requirements.txt');
  await writeFile(file, text);
  const options = ['--disable-pip-version-check', '--quiet', '--no-input'];
  await run(python, ['-m', 'pip', 'install', ...options, '--requirement', file], {
    maxBuffer: 64 << 20,
    // Paths of our own packages begin there.
    cwd: root,
  });
  await writeFile(stamp, wanted);
  return python;
}

/** The first Python 3.11 or newer on the path. */
async function findPython(): Promise<string> {
  for (const candidate of ['python3', 'python', 'python3.13', 'python3.12', 'python3.11']) {
    if (await passes(candidate, 'sys.version_info >= (3, 11)')) return candidate;
  }
  throw new Error(
    'Python 3.11 or newer is needed: no python3 or python of that version is on the PATH.',
  );
}

/** A Python of this machine. */
export interface InstalledPython {
  /** Such as 3.12. */
  readonly version: string;
  readonly interpreter: string;
}

/** The Pythons between two versions, newest first: on the path, or among pyenv's. */
export async function installedPythons(
  least: string,
  greatest: string,
): Promise<readonly InstalledPython[]> {
  const [first, last] = [least, greatest].map((version) => Number(version.split('.')[1]));
  const versions = join(process.env['PYENV_ROOT'] ?? join(homedir(), '.pyenv'), 'versions');
  const ofPyenv = await readdir(versions).catch(() => []);
  const found: InstalledPython[] = [];
  for (let minor = last!; minor >= first!; minor--) {
    const version = `3.${minor}`;
    const candidates = [
      `python${version}`,
      'python3',
      'python',
      ...ofPyenv
        .filter((each) => each.startsWith(`${version}.`))
        .map((each) => join(versions, each, 'bin/python')),
    ];
    for (const interpreter of candidates) {
      if (!(await passes(interpreter, `sys.version_info[:2] == (3, ${minor})`))) continue;
      found.push({ version, interpreter });
      break;
    }
  }
  return found;
}

/** Whether an interpreter starts, and a condition holds in it. */
function passes(interpreter: string, condition: string): Promise<boolean> {
  return run(interpreter, ['-c', `import sys; sys.exit(not ${condition})`]).then(
    () => true,
    () => false,
  );
}

import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, isAbsolute, join, relative } from 'node:path';
import { promisify } from 'node:util';

import { isOlder, type Finding, type Issue, type Surroundings } from '@rowhouse/core';

import { leastPackages, leastPython } from './least-versions.js';

/** Prints what is installed; the names of packages are its arguments. */
const script = `
import json, sys
from importlib import metadata

packages = {}
for name in sys.argv[1:]:
    try:
        packages[name] = metadata.version(name)
    except metadata.PackageNotFoundError:
        pass
print(json.dumps({"version": ".".join(map(str, sys.version_info[:3])), "packages": packages}))
`;

const timeoutMs = 10_000;

/** What a Python says of itself. */
interface Installation {
  readonly version: string;
  readonly packages: Readonly<Record<string, string>>;
}

/**
 * The Python of the project, and the packages that the generated API and its tests need. To generate needs none: what a
 * Python on the PATH lacks is no problem, since another one may run the API.
 *
 * @param needed what a config needs besides.
 */
export async function pythonFinding(
  surroundings: Surroundings,
  needed: readonly string[],
): Promise<Finding> {
  const names = [...Object.keys(leastPackages), ...needed];
  const environment = findEnvironment(surroundings);
  const installation = await firstThatRuns(pythonsOf(surroundings, environment), names);
  const where = environment?.where ?? 'on the PATH';
  if (!installation) return environment ? broken(where) : finding([noPython]);
  const { version, packages } = installation;
  const missing = names.filter((name) => packages[name] === undefined);
  const shown = names.map((name) => `${name} ${packages[name] ?? 'not installed'}`);
  const install = missing.length > 0 ? [`to install: pip install ${missing.join(' ')}`] : [];
  const lines = [`${version} (${where})`, ...shown, ...install];
  return finding(lines, ...(environment ? oldVersions(installation, where) : []));
}

const noPython = 'none on the PATH, and no .venv: to generate needs none, to run the API does';

function broken(where: string): Finding {
  return finding([`that of ${where} does not run`], {
    code: 'broken-environment',
    message: `the Python of ${where} does not run`,
    fix: 'Create the virtual environment again: its Python may have been removed or upgraded.',
  });
}

function finding(lines: readonly string[], ...issues: readonly Issue[]): Finding {
  return { topic: 'Python', lines, issues };
}

function oldVersions({ version, packages }: Installation, where: string): readonly Issue[] {
  const found = { Python: version, ...packages };
  return Object.entries({ Python: leastPython, ...leastPackages }).flatMap(([name, least]) => {
    const own = (found as Readonly<Record<string, string>>)[name];
    if (own === undefined || !isOlder(own, least)) return [];
    return {
      code: 'old-version',
      message: `${name} is ${own} in ${where}, expected ${least} or newer`,
      fix: `The generated API needs ${name} ${least} or newer.`,
    };
  });
}

/** A virtual environment, and what to call it. */
interface Environment {
  readonly folder: string;
  readonly where: string;
}

/** That of the project, `.venv` in its folder or above, else the active one. */
function findEnvironment({ directory, files }: Surroundings): Environment | undefined {
  const isThere = (folder: string) => files.kindOf(join(folder, 'pyvenv.cfg')) === 'file';
  for (let above = directory; ; above = dirname(above)) {
    const folder = join(above, '.venv');
    if (isThere(folder)) return { folder, where: relative(directory, folder) };
    if (dirname(above) === above) break;
  }
  const active = files.variable('VIRTUAL_ENV');
  if (!active || !isThere(active)) return undefined;
  return { folder: active, where: 'the active virtual environment' };
}

/** The Python of the project: that of its virtual environment, else the one on the PATH. */
export function pythonOf(surroundings: Surroundings): string {
  const pythons = pythonsOf(surroundings);
  const onPath = process.platform === 'win32' ? 'python' : 'python3';
  return (
    pythons.find((path) => existsSync(path)) ?? (isAbsolute(pythons[0]!) ? pythons[0]! : onPath)
  );
}

/** Where it may be. */
function pythonsOf(
  surroundings: Surroundings,
  environment = findEnvironment(surroundings),
): readonly string[] {
  if (!environment) return ['python3', 'python'];
  const { folder } = environment;
  return [join(folder, 'bin', 'python'), join(folder, 'Scripts', 'python.exe')];
}

async function firstThatRuns(
  candidates: readonly string[],
  names: readonly string[],
): Promise<Installation | undefined> {
  for (const python of candidates) {
    const args = ['-I', '-c', script, ...names];
    try {
      const { stdout } = await promisify(execFile)(python, args, { timeout: timeoutMs });
      return JSON.parse(stdout) as Installation;
    } catch {
      // Not there, or not one that runs: the next.
    }
  }
  return undefined;
}

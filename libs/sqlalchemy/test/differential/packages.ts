import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

const requirements = join(import.meta.dirname, 'requirements.txt');
const environment = join(import.meta.dirname, '../../../../.cache/models-venv');

/** Public packages, and their modules that define models. */
export const packages: Readonly<Record<string, readonly string[]>> = {
  'aiida-core': ['aiida.storage.psql_dos.models.*'],
  celery: ['celery.backends.database.models'],
  ispyb: ['ispyb.sqlalchemy.*'],
  jupyterhub: ['jupyterhub.orm'],
  keystone: ['keystone.*'],
  'omop-cdm': ['omop_cdm.regular.*', 'omop_cdm.dynamic.*'],
  optuna: ['optuna.storages._rdb.*'],
  prefect: ['prefect.server.database.*'],
};

/** Makes the environment with the public packages, unless it is there; returns its folder. */
export async function ensurePackages(python: string): Promise<string> {
  const wanted = createHash('sha256')
    .update(await readFile(requirements))
    .digest('hex');
  const stamp = join(environment, '.requirements-hash');
  if ((await readFile(stamp, 'utf8').catch(() => '')) === wanted) return environment;
  await rm(environment, { recursive: true, force: true });
  await mkdir(environment, { recursive: true });
  await run(python, ['-m', 'venv', environment]);
  const options = ['--disable-pip-version-check', '--quiet', '--no-input', '--no-compile'];
  await run(
    pythonOf(environment),
    ['-m', 'pip', 'install', ...options, '--no-deps', '--requirement', requirements],
    { maxBuffer: 64 << 20 },
  );
  await writeFile(stamp, wanted);
  return environment;
}

/** The Python of an environment. */
export function pythonOf(folder: string): string {
  return process.platform === 'win32'
    ? join(folder, 'Scripts/python.exe')
    : join(folder, 'bin/python');
}

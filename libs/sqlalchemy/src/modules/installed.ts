import { join } from 'node:path';

import type { Files } from './files.js';

/**
 * What differs between versions of Python and of the libraries that are known by name only. Files are
 * looked at when somebody asks: most models do not depend on any of it.
 */
export class Installed {
  /** The files that decided the answers so far; none for that of SQLAlchemy, which is the name of a folder. */
  readonly consulted = new Set<string>();
  #sqlalchemy: readonly [answer: readonly [number, number] | undefined] | undefined;
  #utcDateTime: readonly [answer: boolean | undefined] | undefined;
  #pythonVersion: readonly [answer: readonly number[] | undefined] | undefined;

  /**
   * @param folders those of a search path.
   * @param environment the virtual environment that was found.
   */
  constructor(
    private readonly folders: readonly string[],
    private readonly environment: string | undefined,
    private readonly files: Files,
  ) {}

  /** `[2, 1]`; undefined when SQLAlchemy was not found. */
  get sqlalchemy(): readonly [number, number] | undefined {
    this.#sqlalchemy ??= [this.#findSqlalchemy()];
    return this.#sqlalchemy[0];
  }

  /** Whether SQLModel makes `UTCDateTime` of datetime; undefined when it was not found. */
  get utcDateTime(): boolean | undefined {
    this.#utcDateTime ??= [this.#findUtcDateTime()];
    return this.#utcDateTime[0];
  }

  /** Of the environment's Python: `[3, 12]`; undefined without an environment. */
  get pythonVersion(): readonly number[] | undefined {
    this.#pythonVersion ??= [this.#findPythonVersion()];
    return this.#pythonVersion[0];
  }

  #findSqlalchemy(): [number, number] | undefined {
    for (const folder of this.folders) {
      if (!this.files.kindOf(join(folder, 'sqlalchemy'))) continue;
      for (const { name } of this.files.list(folder)) {
        const version = /^sqlalchemy-(\d+)\.(\d+)[^-]*\.dist-info$/i.exec(name);
        if (version) return [Number(version[1]), Number(version[2])];
      }
    }
    return undefined;
  }

  #findUtcDateTime(): boolean | undefined {
    const file = this.folders
      .map((folder) => join(folder, 'sqlmodel/sql/sqltypes.py'))
      .find((path) => this.files.kindOf(path) === 'file');
    return file === undefined ? undefined : this.#read(file).includes('class UTCDateTime');
  }

  #findPythonVersion(): readonly number[] | undefined {
    if (this.environment === undefined) return undefined;
    const settings = this.#read(join(this.environment, 'pyvenv.cfg')).toString();
    const version = /^version(?:_info)?\s*=\s*(\d+)\.(\d+)/m.exec(settings);
    return version ? [Number(version[1]), Number(version[2])] : undefined;
  }

  #read(file: string): Buffer {
    this.consulted.add(file);
    return this.files.read(file);
  }
}

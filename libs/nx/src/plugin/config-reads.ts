import { join } from 'node:path';

import { SourceMemory } from '@rowhouse/core';

import { dataFolder } from '../workspace/data-folder.js';
import { ImportScanner, type ImportClosure } from './import-closure.js';
import { sourceInputs, type SourceInputs } from './source-files.js';

/** What generating reads for a config. */
export interface ConfigRead {
  readonly closure: ImportClosure;
  /** What is read besides imports, such as models; undefined where only an evaluation tells. */
  readonly sources: SourceInputs | undefined;
}

/** Finds out what configs read, once for each. */
export class ConfigReads {
  readonly #byConfig = new Map<string, Promise<ConfigRead>>();
  readonly #scanner: ImportScanner;
  readonly #memory: SourceMemory;

  constructor(readonly workspaceRoot: string) {
    this.#scanner = new ImportScanner(workspaceRoot);
    this.#memory = new SourceMemory(join(dataFolder(workspaceRoot), 'sources/files.json'));
  }

  /** Keeps what was found for the next project graph. */
  save(): void {
    this.#memory.save();
  }

  /** @param config POSIX, relative to the workspace root. */
  of(config: string): Promise<ConfigRead> {
    let read = this.#byConfig.get(config);
    if (!read) {
      read = this.#find(config);
      this.#byConfig.set(config, read);
    }
    return read;
  }

  async #find(config: string): Promise<ConfigRead> {
    const closure = this.#scanner.closure(config);
    return {
      closure,
      sources: await sourceInputs(this.workspaceRoot, config, closure, this.#memory),
    };
  }
}

let latest: ConfigReads | undefined;

/** For `createNodes`: Nx calls it whenever a file may have changed. */
export function startReads(workspaceRoot: string): ConfigReads {
  latest = new ConfigReads(workspaceRoot);
  return latest;
}

/** For `createDependencies`, which follows in the same process: what was found is not looked for again. */
export function takeReads(workspaceRoot: string): ConfigReads {
  const taken = latest?.workspaceRoot === workspaceRoot ? latest : new ConfigReads(workspaceRoot);
  latest = undefined;
  return taken;
}

import type { Left } from '@rowhouse/disk';

import { ObservedFiles } from '../../files/observed-files.js';
import type { GenerateResult } from '../generate.js';
import type { OpenOutput } from '../output-root.js';
import type { ProjectOptions } from '../project.js';
import { observeCode } from './code.js';
import type { LastRun } from './last-run.js';

/** Follows a run, and keeps what came of it for the next one. */
export class Memory {
  /** What the run reads through. */
  readonly files = new ObservedFiles();
  readonly #traces: string[] = [];

  constructor(private readonly lastRun: LastRun | undefined) {}

  /** The options with somebody who listens. */
  listenTo<T extends ProjectOptions>(options: T): T {
    const onTrace = (message: string) => {
      this.#traces.push(message);
      options.onTrace?.(message);
    };
    return { ...options, onTrace };
  }

  /** @param left the output, when it holds what the run made. */
  keep(
    { opened, outputRoot }: OpenOutput,
    found: Pick<GenerateResult, 'notices' | 'instances'>,
    left?: Left,
  ): void {
    const { config, target, directories, files, absent, unchecked } = opened;
    const code = directories && this.lastRun && observeCode(directories, config.path);
    if (!code) return;
    this.lastRun.keep({
      observations: [...this.files.observations, ...code],
      traces: this.#traces,
      result: {
        target: target.name,
        outputRoot,
        files,
        absent,
        unchecked,
        ...found,
        hash: config.hash,
      },
      left,
    });
  }
}

import type { Reporter, TestCase, TestModule } from 'vitest/node';

/** How often a run says what it waits for, and how long something runs before it is named. */
const INTERVAL_MS = 5 * 60_000;

/** Names what has been running for long, so that the output of a run that was stopped from outside says where it hung. */
export class Unfinished implements Reporter {
  readonly #modules = new Map<string, { readonly since: number; test?: string }>();
  #timer: NodeJS.Timeout | undefined;

  onTestRunStart(): void {
    this.#timer = setInterval(() => {
      this.#tell();
    }, INTERVAL_MS);
  }

  onTestModuleStart({ relativeModuleId }: TestModule): void {
    this.#modules.set(relativeModuleId, { since: performance.now() });
  }

  onTestCaseReady({ module, fullName }: TestCase): void {
    const running = this.#modules.get(module.relativeModuleId);
    if (running) running.test = fullName;
  }

  onTestModuleEnd({ relativeModuleId }: TestModule): void {
    this.#modules.delete(relativeModuleId);
  }

  onTestRunEnd(): void {
    clearInterval(this.#timer);
  }

  #tell(): void {
    for (const [name, { since, test }] of this.#modules) {
      const elapsed = performance.now() - since;
      if (elapsed < INTERVAL_MS) continue;
      console.log(
        `Running for ${Math.round(elapsed / 60_000)} minutes: ${name} > ${test ?? 'its hooks'}`,
      );
    }
  }
}

import { setFlagsFromString } from 'node:v8';

import type { Done, Step } from '@rowhouse/core';

/** What is done by then is not worth a word. */
const quietMs = 500;

/** How often the line changes. */
const intervalMs = 100;

const words: Readonly<Record<Step, string>> = {
  load: 'loading the config',
  check: 'checking the config',
  build: 'building',
  render: 'rendering',
  write: 'writing',
};

/** Shows on a terminal how far work of more than half a second is; stays quiet elsewhere. */
export function progress(): { onStep: (step: Step, done?: Done) => void; done: () => void } {
  const { stderr } = process;
  const start = performance.now();
  let current: Step | undefined;
  let shownAt: number | undefined;
  return {
    onStep: (step, done) => {
      if (current === undefined) optimizeLater();
      const now = performance.now();
      const isSame = step === current;
      current = step;
      if (!stderr.isTTY || now - start < quietMs) return;
      if (isSame && now - (shownAt ?? 0) < intervalMs) return;
      shownAt = now;
      const part = done ? ` ${done.files} of ${done.of} files` : '';
      stderr.write(`\r\u001B[K${words[step]}${part} …`);
    },
    done: () => {
      if (shownAt !== undefined) stderr.write('\r\u001B[K');
    },
  };
}

/**
 * A process of a second or two never earns back what optimizing its code early costs: V8 waits eight times as long as it
 * does by itself, which saves a quarter of the CPU time of a thousand resources. It is told when work begins, not before:
 * with other flags, V8 compiles the modules of Node itself anew, which takes a tenth of a run that has nothing to do.
 * Node 22 and later have a cheaper compiler in between, and print that they do not know this flag.
 */
function optimizeLater(): void {
  if (process.versions.v8.startsWith('11.')) setFlagsFromString('--interrupt-budget=1000000');
}

/** Says that another run holds the output directory. */
export function onWait(message: string): void {
  process.stderr.write(`${message}\n`);
}

/** Prints what `std.trace` says in a config. */
export function onTrace(message: string): void {
  process.stderr.write(`trace: ${message}\n`);
}

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
      const now = performance.now();
      if (!stderr.isTTY || now - start < quietMs) return;
      if (step === current && now - (shownAt ?? 0) < intervalMs) return;
      current = step;
      shownAt = now;
      const part = done ? ` ${done.files} of ${done.of} files` : '';
      stderr.write(`\r\u001B[K${words[step]}${part} …`);
    },
    done: () => {
      if (shownAt !== undefined) stderr.write('\r\u001B[K');
    },
  };
}

/** Says that another run holds the output directory. */
export function onWait(message: string): void {
  process.stderr.write(`${message}\n`);
}

/** Prints what `std.trace` says in a config. */
export function onTrace(message: string): void {
  process.stderr.write(`trace: ${message}\n`);
}

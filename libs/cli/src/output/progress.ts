import type { Step } from '@rowhouse/core';

const quietMs = 1000;

const words: Readonly<Record<Step, string>> = {
  load: 'loading the config',
  check: 'checking the config',
  build: 'building',
  render: 'rendering',
  write: 'writing',
};

/** Shows on a terminal what work of more than a second is about; stays quiet elsewhere. */
export function progress(): { onStep: (step: Step) => void; done: () => void } {
  const { stderr } = process;
  const start = performance.now();
  let shown = false;
  return {
    onStep: (step) => {
      if (!stderr.isTTY || performance.now() - start < quietMs) return;
      stderr.write(`\r\u001B[K${words[step]} …`);
      shown = true;
    },
    done: () => {
      if (shown) stderr.write('\r\u001B[K');
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

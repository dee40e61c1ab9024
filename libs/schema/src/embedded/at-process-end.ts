import { constants } from 'node:os';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

const endings = new Set<() => void>();

/**
 * Calls `end` when this process ends, also by a signal that nobody else in it listens to: a server
 * must not outlive who started it.
 *
 * @returns what takes that back.
 */
export function atProcessEnd(end: () => void): () => void {
  if (endings.size === 0) listen();
  endings.add(end);
  return () => {
    if (endings.delete(end) && endings.size === 0) stopListening();
  };
}

function listen(): void {
  process.on('exit', endAll);
  for (const signal of SIGNALS) process.on(signal, exit);
}

function stopListening(): void {
  process.off('exit', endAll);
  for (const signal of SIGNALS) process.off(signal, exit);
}

function endAll(): void {
  for (const end of endings) end();
}

/** Who has a handler of their own for the signal decides when to end; `exit` follows then. */
function exit(signal: NodeJS.Signals): void {
  if (process.listenerCount(signal) > 1) return;
  process.exit(128 + constants.signals[signal]);
}

import { InvalidArgumentError, Option } from 'commander';

import type { MigrationObserver } from '../migrations/index.js';
import { printNote, type Output } from './output.js';

/** How a command deals with locks that others hold. */
export interface LockOptions {
  /** In milliseconds. */
  readonly lockTimeout: number;
}

/** The option for how long a statement waits for a lock. */
export function lockTimeoutOption(): Option {
  return new Option('--lock-timeout <seconds>', 'how long a transaction waits for its locks')
    .default(500, '0.5')
    .argParser((text) => {
      const seconds = Number(text);
      if (text.trim() !== '' && seconds > 0 && seconds <= 86_400) return Math.ceil(seconds * 1000);
      throw new InvalidArgumentError('It must be a number of seconds above 0.');
    });
}

/** Waits as the options say, and tells who is waited for. */
export function patience(
  { lockTimeout }: LockOptions,
  output: Output,
): Pick<MigrationObserver, 'onWait' | 'onRetry' | 'onBlocked'> & {
  readonly lockTimeoutMs: number;
} {
  return {
    lockTimeoutMs: lockTimeout,
    onWait: notingWait(output),
    onRetry: (id, holders) => {
      printNote(
        output,
        `${id} did not get a lock within --lock-timeout, and is retried${list(holders)}`,
      );
    },
    onBlocked: (id, holders) => {
      printNote(output, `${id} waits for other sessions, without blocking them${list(holders)}`);
    },
  };
}

/** Tells which other command is waited for. */
export function notingWait(output: Output): (holders: readonly string[]) => void {
  return (holders) => {
    printNote(output, `waiting for another command that is changing this database${list(holders)}`);
  };
}

function list(holders: readonly string[]): string {
  return holders.map((holder) => `\n  ${holder}`).join('');
}

import { inspect } from 'node:util';

import { isUserError, lostEdits, type Plan } from '@rowhouse/core';

/** What a task says on the way. */
export type Print = (line: string) => void;

/**
 * Runs a task and prints its failure as the command line would: `{prefix}: {message}` for what the
 * user can fix, the stack trace for a defect.
 *
 * @returns whether it succeeded.
 */
export async function runTask(task: () => Promise<void>, print: Print): Promise<boolean> {
  try {
    await task();
    return true;
  } catch (error) {
    print(describeError(error));
    return false;
  }
}

/** An error as a task shows it. */
export function describeError(error: unknown): string {
  return isUserError(error) ? `${error.prefix}: ${error.message}` : inspect(error);
}

/** Names each file in which somebody's work was lost. */
export function printLostEdits(plan: Plan, print: Print): void {
  for (const { kind, path, origin } of lostEdits(plan)) {
    const why = origin === 'edited' ? 'edited by hand' : 'not generated before';
    print(`${kind === 'update' ? 'overwritten' : 'deleted'}: ${path} (${why})`);
  }
}

/** `2 created, 1 deleted, 14 unchanged`. */
export function summarize(plan: Plan): string {
  const counts = new Map<string, number>();
  for (const { kind } of plan.changes) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  const words = { create: 'created', update: 'updated', delete: 'deleted', unchanged: 'unchanged' };
  const parts = Object.entries(words).flatMap(([kind, word]) => {
    const count = counts.get(kind);
    return count === undefined ? [] : [`${count} ${word}`];
  });
  return parts.join(', ');
}

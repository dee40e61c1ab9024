import type { AnyOperation } from '@rowhouse/core';

/** Whether an operation locks a row to change or delete it, as an action does that asks for it. */
export function locksRow({ scopes = [] }: AnyOperation): boolean {
  return scopes.includes('_UPDATE') || scopes.includes('_DELETE');
}

/** Whether an entry asks for no lock, as an action may: what only reads its row can do so without one. */
export function isUnlocked(
  options: Readonly<Record<string, unknown>>,
  { scopes = [] }: AnyOperation,
): boolean {
  return (
    scopes.includes('_SELECT') && (options['lock'] === false || options['on'] === 'collection')
  );
}

/**
 * The errors that a user can fix are told apart by a mark rather than by class: two copies of a package
 * may be loaded, a plugin's own and a workspace's.
 */
export const userErrorMark: unique symbol = Symbol.for('rowhouse.user-error');

/** Whether an error is one that the user can fix. */
export function isMarked(error: unknown): boolean {
  return typeof error === 'object' && error !== null && userErrorMark in error;
}

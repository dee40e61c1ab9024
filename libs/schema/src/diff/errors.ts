/** A desired state that the diff engine cannot carry into a database. */
export class DiffError extends Error {
  override readonly name = 'DiffError';
}

/**
 * A migration that cannot be made, applied or taken back. The message names the migration and the
 * remedy.
 */
export class MigrationError extends Error {
  override readonly name = 'MigrationError';
}

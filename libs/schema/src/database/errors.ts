/**
 * A database that cannot be reached, or that refuses what a command needs. The message never holds
 * a password.
 */
export class DatabaseError extends Error {
  override readonly name = 'DatabaseError';
}

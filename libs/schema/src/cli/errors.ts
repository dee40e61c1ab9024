import { DatabaseError } from '../database/errors.js';
import { DiffError } from '../diff/errors.js';
import { isDefinitionError } from '../errors.js';
import { MigrationError } from '../migrations/errors.js';

/** A command that was called wrongly, or a project that cannot be loaded. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/**
 * Whether the user can do something about an error: then its message is enough, and it has no stack
 * trace.
 */
export function isUsersToMend(error: unknown): error is Error {
  return (
    error instanceof UsageError ||
    error instanceof MigrationError ||
    error instanceof DatabaseError ||
    error instanceof DiffError ||
    isDefinitionError(error)
  );
}

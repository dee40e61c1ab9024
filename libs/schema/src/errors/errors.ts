import { formatIssues, isMarked, userErrorMark, type Issue } from '@rowhouse/errors';

/** An issue, but for what it is about. */
export type Problem = Omit<Issue, 'subject' | 'place'>;

/** What a command prints before the message. */
export type ErrorPrefix = 'schema error' | 'error';

/** An error that the user can fix. Carries every problem found, and never a password. */
export class UserError extends Error {
  readonly prefix: ErrorPrefix = 'error';
  readonly [userErrorMark] = true;

  constructor(
    readonly issues: readonly Issue[],
    options?: ErrorOptions,
  ) {
    super(formatIssues(issues), options);
    this.name = new.target.name;
  }
}

/** What the code describes cannot stand: a missing extension, two objects of one name, an impossible grant. */
export class SchemaValidationError extends UserError {
  override readonly prefix = 'schema error';
}

/** A column that the table does not have, or that may not stand there: a value out of its range. */
export class ColumnError extends RangeError {
  override readonly name = 'ColumnError';
  readonly prefix = 'schema error';
  readonly [userErrorMark] = true;

  constructor(readonly issues: readonly Issue[]) {
    super(formatIssues(issues));
  }
}

/** Whether `error` is one that the user can fix, whichever copy of this library made it. */
export function isUserError(error: unknown): error is UserError | ColumnError {
  return isMarked(error);
}

/** Throws where there are issues. */
export function refuse(issues: readonly Issue[]): void {
  if (issues.length > 0) throw new SchemaValidationError(issues);
}

/**
 * The errors that a user can mend are told apart by a mark rather than by class: an extension may carry
 * its own copy of this library.
 */
const mark = Symbol.for('rowhouse.user-error');

/**
 * An error that the user can mend: its message names the place, what was found and the likely fix, and
 * never holds a password. `problems` has each problem apart.
 */
export class UserError extends Error {
  override readonly name: string = 'UserError';
  readonly [mark] = true;
  readonly problems: readonly string[];

  constructor(problems: string | readonly string[], options?: ErrorOptions) {
    const list = typeof problems === 'string' ? [problems] : problems;
    super(summary(list), options);
    this.problems = list;
  }
}

/**
 * A schema definition that cannot stand: a missing extension, two objects of one name, a grant that
 * makes no sense.
 */
export class SchemaValidationError extends UserError {
  override readonly name = 'SchemaValidationError';
}

/**
 * A column name in `columns` or `excludeColumns` that the table does not have, or that may not stand
 * there: a value out of its range.
 */
export class ColumnError extends RangeError {
  override readonly name = 'ColumnError';
  readonly [mark] = true;
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(summary(problems));
    this.problems = problems;
  }
}

/** Whether `error` is one that the user can mend, whichever copy of this library made it. */
export function isUserError(error: unknown): error is UserError | ColumnError {
  return typeof error === 'object' && error !== null && mark in error;
}

function summary(problems: readonly string[]): string {
  if (problems.length === 1) return problems[0]!;
  return problems.map((problem) => `- ${problem}`).join('\n');
}

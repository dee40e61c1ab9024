/**
 * A schema definition that cannot stand: a missing extension, two objects of one name, a grant that
 * makes no sense. `message` names the place, what was found and the likely fix; `problems` has each
 * problem apart.
 */
export class SchemaValidationError extends Error {
  override readonly name: string = 'SchemaValidationError';
  readonly problems: readonly string[];

  constructor(problems: string | readonly string[], options?: ErrorOptions) {
    const list = typeof problems === 'string' ? [problems] : problems;
    super(summary(list), options);
    this.problems = list;
  }
}

/** A column name in `columns` or `excludeColumns` that the table does not have, or that may not stand there. */
export class ColumnError extends RangeError {
  override readonly name = 'ColumnError';
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(summary(problems));
    this.problems = problems;
  }
}

/**
 * Whether `error` says that the user's definition is wrong, rather than that this library is.
 * Compares names, because an extension may carry its own copy of this library.
 */
export function isDefinitionError(error: unknown): error is SchemaValidationError | ColumnError {
  return (
    error instanceof Error &&
    (error.name === 'SchemaValidationError' || error.name === 'ColumnError')
  );
}

function summary(problems: readonly string[]): string {
  if (problems.length === 1) return problems[0]!;
  return problems.map((problem) => `- ${problem}`).join('\n');
}

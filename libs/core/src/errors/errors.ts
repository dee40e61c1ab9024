import { formatIssues, isMarked, userErrorMark, type Issue } from '@rowhouse/errors';

/** What a command prints before the message. */
export type ErrorPrefix = 'config error' | 'generation error' | 'error';

/** An error that the user can fix. Carries every problem found, not the first alone. */
export abstract class UserError extends Error {
  abstract readonly prefix: ErrorPrefix;
  readonly [userErrorMark] = true;

  constructor(
    readonly issues: readonly Issue[],
    options?: ErrorOptions,
  ) {
    super(formatIssues(issues), options);
    this.name = new.target.name;
  }
}

/** The config is missing, unreadable, or not what the target's schema asks for. */
export class ConfigError extends UserError {
  readonly prefix = 'config error';
}

/** The config is well-formed, but cannot be built with what is installed. */
export class GenerationError extends UserError {
  readonly prefix = 'generation error';
}

/** Anything else that a user can fix: options, plugins, the disk. */
export class CommandError extends UserError {
  readonly prefix = 'error';
}

/** Whether `error` is one that the user can fix, whichever copy of this package made it. */
export function isUserError(error: unknown): error is UserError {
  return isMarked(error);
}

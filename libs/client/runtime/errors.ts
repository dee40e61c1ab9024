/** One invalid value of a request. */
export interface InvalidValue {
  /** What is wrong with it, for programs. */
  readonly type: string;
  /** Where it is: `body` or `path`, then keys and positions. */
  readonly loc: readonly (string | number)[];
  /** What is wrong with it, for people. */
  readonly msg: string;
}

/** What went wrong, for programs. Own code of the API may have codes of its own. */
export type ErrorCode =
  | "bad-request"
  | "check"
  | "conflict"
  | "forbidden"
  | "idempotency-key"
  | "not-found"
  | "reference"
  | "referenced"
  | "unauthenticated"
  | "unavailable"
  | "unique"
  | "validation"
  | "version"
  | "version-required"
  | (string & {});

/** The body of an error. */
export interface ErrorBody {
  /** What went wrong; of an invalid request, each value that is wrong. */
  readonly detail: string | readonly InvalidValue[];
  readonly code: ErrorCode;
  /** The fields of the request that it is about. */
  readonly fields: readonly string[];
  /** The constraint of the database that is broken, if it is known. */
  readonly constraint?: string;
  /** Of `application/problem+json`: each value that is wrong. */
  readonly errors?: readonly InvalidValue[];
}

/** The API has answered with an error. */
export class ApiError<Status extends number = number> extends Error {
  override readonly name: string = "ApiError";
  readonly status: Status;
  /** Undefined where the answer is no JSON, as that of a proxy. */
  readonly body: ErrorBody | undefined;
  readonly response: Response;

  constructor(status: Status, body: ErrorBody | undefined, response: Response) {
    super(messageOf(status, body));
    this.status = status;
    this.body = body;
    this.response = response;
  }

  /** What went wrong, for programs. */
  get code(): ErrorCode | undefined {
    return this.body?.code;
  }

  /** The fields of the request that it is about. */
  get fields(): readonly string[] {
    return this.body?.fields ?? [];
  }

  /** The constraint of the database that is broken, if it is known. */
  get constraint(): string | undefined {
    return this.body?.constraint;
  }

  /** Of an invalid request: each value that is wrong. */
  get invalid(): readonly InvalidValue[] {
    return invalidOf(this.body);
  }
}

/** The errors of an operation, by their statuses: `error.status === 404` tells them apart. */
export type ApiErrors<Status extends number> = Status extends number
  ? ApiError<Status>
  : never;

/** There was no answer: the network or the server is down. `cause` tells more. */
export class NetworkError extends Error {
  override readonly name: string = "NetworkError";
}

/** The answer was no error, and not the JSON that was expected. */
export class InvalidBodyError extends Error {
  override readonly name: string = "InvalidBodyError";
  readonly response: Response;
  readonly text: string;

  constructor(response: Response, text: string) {
    super(`Expected JSON, found ${JSON.stringify(text.slice(0, 80))}`);
    this.response = response;
    this.text = text;
  }
}

/** Whether something that was thrown is an error of the API, of one of these statuses if any are given. */
export function isApiError<Status extends number = number>(
  error: unknown,
  ...statuses: Status[]
): error is ApiErrors<Status> {
  if (!(error instanceof ApiError)) return false;
  return (
    statuses.length === 0 || statuses.some((each) => each === error.status)
  );
}

/** Whether something that was thrown says that the caller has aborted the request. */
export function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === "AbortError";
}

/**
 * What is wrong with each field of a form, by its path: `title`, `items.0.price`. What concerns no field, or several,
 * has the path "". Empty where the error is not about what was sent.
 */
export function fieldErrors(error: unknown): Record<string, string> {
  const messages: Record<string, string> = {};
  if (!(error instanceof ApiError)) return messages;
  for (const { loc, msg } of error.invalid) {
    messages[loc.slice(1).join(".")] ??= msg;
  }
  const detail = error.body?.detail;
  if (error.status === 409 && typeof detail === "string") {
    const [field = "", ...others] = error.fields;
    messages[others.length === 0 ? field : ""] = detail;
  }
  return messages;
}

function invalidOf(body: ErrorBody | undefined): readonly InvalidValue[] {
  const found: unknown = body?.errors ?? body?.detail;
  return Array.isArray(found) ? (found as readonly InvalidValue[]) : [];
}

function messageOf(status: number, body: ErrorBody | undefined): string {
  const invalid = invalidOf(body).map(
    ({ loc, msg }) => `${loc.join(".")}: ${msg}`,
  );
  const detail = invalid.length > 0 ? invalid.join("; ") : body?.detail;
  return typeof detail === "string" ? `${status}: ${detail}` : `${status}`;
}

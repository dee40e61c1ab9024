/** One invalid value of a request. */
export interface InvalidValue {
  /** What is wrong with it, for programs. */
  readonly type: string;
  /** Where it is: `body` or `path`, then keys and positions. */
  readonly loc: readonly (string | number)[];
  /** What is wrong with it, for people. */
  readonly msg: string;
  readonly input?: unknown;
  readonly ctx?: Readonly<Record<string, unknown>>;
}

/** The body of an error. */
export interface ErrorBody<Status extends number = number> {
  /** What went wrong; of an invalid request, each value that is wrong. */
  readonly detail: Status extends 422
    ? readonly InvalidValue[]
    : number extends Status
      ? string | readonly InvalidValue[]
      : string;
}

/** The API has answered with an error. */
export class ApiError<Status extends number = number> extends Error {
  override readonly name: string = "ApiError";
  readonly status: Status;
  /** Undefined where the answer is no JSON, as that of a proxy. */
  readonly body: ErrorBody<Status> | undefined;
  readonly response: Response;

  constructor(
    status: Status,
    body: ErrorBody<Status> | undefined,
    response: Response,
  ) {
    super(messageOf(status, body?.detail));
    this.status = status;
    this.body = body;
    this.response = response;
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
 * What is wrong with each field of a form, by its path: `title`, `items.0.price`. What concerns no field has the
 * path "". Empty where the error is not about what was sent.
 */
export function fieldErrors(error: unknown): Record<string, string> {
  const messages: Record<string, string> = {};
  if (!(error instanceof ApiError)) return messages;
  const detail: unknown = error.body?.detail;
  if (Array.isArray(detail)) {
    for (const { loc, msg } of detail as readonly InvalidValue[]) {
      const path = loc.slice(1).join(".");
      messages[path] ??= msg;
    }
  } else if (error.status === 409 && typeof detail === "string") {
    messages[""] = detail;
  }
  return messages;
}

function messageOf(status: number, detail: unknown): string {
  if (typeof detail === "string") return `${status}: ${detail}`;
  if (!Array.isArray(detail)) return `${status}`;
  const invalid = (detail as readonly InvalidValue[]).map(
    ({ loc, msg }) => `${loc.join(".")}: ${msg}`,
  );
  return `${status}: ${invalid.join("; ")}`;
}

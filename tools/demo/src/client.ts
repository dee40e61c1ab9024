import { showAnswer, showRequest } from './console.js';

/** An answer of the API, its body parsed. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  // The tour shows whatever comes.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  readonly body: any;
}

/** Who sends requests. */
interface User {
  readonly name: string;
  readonly token: string;
}

/** Sends requests to one API, with somebody's token or with none, and shows each with its answer. */
export class Client {
  constructor(
    private readonly url: string,
    private readonly user?: User,
  ) {}

  /** A client that sends somebody's token along. */
  as(user: User): Client {
    return new Client(this.url, user);
  }

  /**
   * Sends a request and shows what comes back.
   *
   * @param body JSON, or a form as `URLSearchParams`.
   * @param expected the status; another one ends the tour, since it means that the demo is broken.
   * @param conditions headers that say on what the request depends.
   */
  async send(
    method: string,
    path: string,
    body: unknown,
    expected: number,
    conditions: Readonly<Record<string, string>> = {},
  ): Promise<Answer> {
    showRequest(method, path, body, this.user?.name, conditions);
    const response = await fetch(this.url + path, {
      method,
      headers: {
        ...(body !== undefined && !(body instanceof URLSearchParams)
          ? { 'content-type': 'application/json' }
          : {}),
        ...conditions,
        ...(this.user ? { authorization: `Bearer ${this.user.token}` } : {}),
      },
      ...(body === undefined ? {} : { body: encode(body) }),
    });
    const text = await response.text();
    const answer = {
      status: response.status,
      headers: response.headers,
      body: text === '' ? undefined : (JSON.parse(text) as unknown),
    };
    showAnswer(answer.status, shownHeaders(answer.headers), answer.body);
    if (answer.status !== expected) {
      throw new Error(`${method} ${path} answered ${answer.status} instead of ${expected}`);
    }
    return answer;
  }
}

function encode(body: unknown): string | URLSearchParams {
  return body instanceof URLSearchParams ? body : JSON.stringify(body);
}

function shownHeaders(headers: Headers): string[] {
  return ['location', 'etag', 'www-authenticate'].flatMap((name) => {
    const value = headers.get(name);
    return value === null ? [] : [`${name}: ${value}`];
  });
}

import type { Field } from '../config/field.js';
import type { Hook } from '../config/hooks.js';
import type { PythonOutput } from './output.js';
import { rowKinds, type RowKind } from './row-kinds.js';

/** A method and a path of the API. */
export interface Endpoint {
  readonly method: 'get' | 'post' | 'patch' | 'delete' | 'put';
  readonly path: string;
}

/** A route: the handler, and what FastAPI is told about it. */
export interface Route extends PythonOutput, Endpoint {
  readonly kind: 'route';
  /** The entry that asked for it: `get`, or an action's own name. */
  readonly operation: string;
  /** What stands before `path` in the whole API: the prefixes of the app and the resource. */
  readonly mount: string;
  /** Below the resource's prefix: `/{pk}`. */
  readonly path: string;
  /** A second path that answers alike, without a place in the API's documentation. */
  readonly hiddenPath?: string;
  /** Name of the function. */
  readonly handler: string;
  readonly operationId: string;
  /** Status of the answer. */
  readonly status: number;
  /** What the API's documentation calls it: `List articles`. Default: FastAPI makes one of the handler's name. */
  readonly title?: string;
  /** Its docstring, and the description in the API's documentation. */
  readonly summary: string;
  /** In order. A later operation may add to them. */
  readonly parameters: Parameter[];
  /** Its return annotation. */
  readonly returns: string;
  /** The error answers that the documentation tells of, beside 422 and 503, which all have. A later operation may add to them. */
  readonly errors: number[];
  /** Headers of the answer, and further answers that are no errors, for the documentation. */
  readonly responses: Response[];
  /** The statuses whose answers have the tag of the row's version, in the header `ETag`. */
  readonly tagged: readonly number[];
  /** Whether it does something that a retry must not do again: it is done once for each `Idempotency-Key`. */
  readonly isOnce?: boolean;
  /** What its entry says about authentication; undefined when the resource decides. */
  readonly requireAuth: boolean | undefined;
  /** Whether it needs no user in an app where routes may need one. */
  isOpen?: boolean;
  /** The statements of the module that it uses; {@link RouteStatement} says what each is. */
  readonly statements: readonly RouteStatement[];
  /**
   * Whether it reads nothing of the rows of `_LIST` but what `ListItem` shows: the statement then leaves out all other
   * columns. Default: false, as code of a project, or of another operation, may read more.
   */
  readonly readsShownOnly?: boolean;
  /** What requests can filter by: the names of fields, and those that stand for related rows. */
  readonly filtersBy?: readonly (string | Field)[];
  /** The role whose users may list deleted rows, too. */
  readonly includesDeleted?: string | undefined;
  /** The fields that requests can sort by. */
  readonly sortsBy?: readonly string[];
  /**
   * What it does with rows, for the rules of access: reads one by its key, changes or deletes it, lists several,
   * makes one, or none of these.
   */
  readonly rows: RowKind;
  /** Whether it checks the rows that its request refers to, which need not be its own row's to say. */
  readonly refers?: boolean;
  /** The operations whose work it does for several rows, where it does that of others: it asks the rules of each. */
  readonly combines?: readonly Pick<Route, 'operation' | 'rows'>[];
  /** The module of the rules of access that its statements keep to; undefined where its rows are open to all. */
  readonly rules: string | undefined;
  /** What its template has to insert because of them, each by the function of that module which it calls. */
  asks: readonly AskedRule[];
  /** Whether it knows no user though its rows are there for users alone. */
  lacksUser: boolean;
  /** The functions of the project that it calls. */
  readonly hooks: RouteHooks;
  /** Further variables of the template. A later operation may change them. */
  readonly variables: Record<string, unknown>;
}

/** A variable of a route's template that asks a rule of access. */
export interface AskedRule {
  readonly variable: 'scope' | 'may' | 'allowed' | 'after' | 'stamp';
  readonly name: string;
}

/** The work of a route, as a function of the project's own: what its `handler` can be. */
export interface Handler extends Omit<Route, 'kind'> {
  readonly kind: 'handler';
}

/**
 * A statement that a routes module builds once, with the columns of the key as bind parameters, called as the
 * variables of the path: finds the row,
 * locks it to change or to delete it; `_LIST` selects all rows to list, and `_ROWS` all rows as a `get` shows them.
 */
export type RouteStatement = '_SELECT' | '_UPDATE' | '_DELETE' | '_LIST' | '_ROWS';

/** The functions of the project that a route calls, each list in its order. */
export interface RouteHooks {
  readonly before: readonly Hook[];
  readonly after: readonly Hook[];
  /** What does the route's work, in place of its template. */
  readonly handler?: Hook | undefined;
}

/** One parameter of a handler. */
export interface Parameter {
  readonly name: string;
  readonly annotation: string;
  /** Python source of its default. */
  readonly default?: string;
}

/** One answer of a route, beside what FastAPI documents by itself. */
export interface Response {
  readonly status: number;
  readonly description: string;
  /** The schema class of its body. Default: the route's own for its status, else none. */
  readonly model?: string;
  /** By name: what the header says. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** The method and path of a route: `GET /articles/{pk}`. */
export function requestOf({
  method,
  mount,
  path,
}: Pick<Route, 'method' | 'mount' | 'path'>): string {
  return endpointText({ method, path: mount + path });
}

/** How messages name an endpoint: `GET /articles/{pk}`. */
export function endpointText({ method, path }: Endpoint): string {
  return `${method.toUpperCase()} ${path || '/'}`;
}

/** Whether a route is about one row, which its path names. */
export function isAboutOneRow({ rows }: Pick<Route, 'rows'>): boolean {
  return rowKinds[rows].aboutOne;
}

/** A route for each operation whose rules it asks: mostly itself. */
export function askingParts(route: Route): readonly Route[] {
  return route.combines?.map((part) => ({ ...route, ...part })) ?? [route];
}

/** Whether a route calls functions of the project before or after a write. */
export function isHooked({ hooks }: Pick<Route, 'hooks'>): boolean {
  return hooks.before.length > 0 || hooks.after.length > 0;
}

/** Whether a handler has a parameter of this name. */
export function hasParameter(route: Pick<Route, 'parameters'>, name: string): boolean {
  return parameterType(route, name) !== undefined;
}

/** The annotation of the parameter of this name. */
export function parameterType(
  { parameters }: Pick<Route, 'parameters'>,
  name: string,
): string | undefined {
  return parameters.find((parameter) => parameter.name === name)?.annotation;
}

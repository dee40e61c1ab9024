import type { Expression } from '../python/expression.js';
import type { PythonSymbol } from '../python/symbols.js';
import type { PythonOutput } from './output.js';
import type { Use } from './section.js';

/** A route: the handler, and what FastAPI is told about it. */
export interface Route extends PythonOutput {
  readonly kind: 'route';
  /** The entry that asked for it: `get`, or an action's own name. */
  readonly operation: string;
  readonly method: 'get' | 'post' | 'patch' | 'delete' | 'put';
  /** Below the resource's prefix: `/{pk}`. */
  readonly path: string;
  /** A second path that answers alike, without a place in the API's documentation. */
  readonly hiddenPath?: string;
  /** Name of the function. */
  readonly handler: string;
  readonly operationId: string;
  /** Status of the answer, where it is not 200. */
  readonly status?: 201 | 204;
  /** Its docstring, in the words that fit first. */
  readonly docs: readonly [string, ...string[]];
  /** In order. A later operation may add to them. */
  readonly parameters: Parameter[];
  readonly returns: Expression;
  /** The error answers that the documentation tells of, 422 aside. A later operation may add to them. */
  readonly errors: ErrorStatus[];
  /** What its entry says about authentication; undefined when the resource decides. */
  readonly requireAuth: boolean | undefined;
  /** The runtime's function that describes them. */
  readonly errorResponses: PythonSymbol;
  /** A later operation may put another in its place. */
  body: RouteBody;
}

/** A status that a route may answer with when something is wrong. */
export type ErrorStatus = 401 | 404 | 409;

/** One parameter of a handler. */
export interface Parameter {
  readonly name: string;
  readonly annotation: Expression;
}

/** What a handler does. */
export interface RouteBody {
  /** Template, relative to the target's; that of another package by its absolute path. */
  readonly template: string;
  /** The template's variables. `route` is the route as later operations have left it. */
  view(use: Use, route: Route): object;
}

/** Whether a handler has a parameter of this name. */
export function hasParameter(route: Route, name: string): boolean {
  return route.parameters.some((parameter) => parameter.name === name);
}

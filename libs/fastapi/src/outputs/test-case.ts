import type { PythonSymbol } from '../python/symbols.js';
import type { PythonOutput } from './output.js';
import type { Use } from './section.js';

/** A test function of a resource's routes. */
export interface TestCase extends PythonOutput {
  readonly kind: 'test';
  /** The operation of the route that it tests: `get`, or an action's own name. */
  readonly operation: string;
  /** Name of the function. */
  readonly name: string;
  /** Its docstring, in the words that fit first. */
  readonly docs: readonly [string, ...string[]];
  readonly fixtures: readonly Fixture[];
  /** The class of the fixture `rows`. */
  readonly rows: PythonSymbol;
  /** The constants of the module that it uses. */
  readonly constants: readonly TestConstant[];
  /** Whether the route needs a user; a later operation says so. */
  requiresAuth: boolean;
  /** The request that is to be refused without credentials; on one test of an operation. */
  readonly anonymous: TestRequest | undefined;
  readonly body: TestBody;
}

/** What a test is given; the app's `conftest.py` makes it. */
export type Fixture = 'client' | 'anonymous_client' | 'rows';

/** A constant at the top of a test module. */
export type TestConstant = 'COLLECTION' | 'MISSING' | 'UNKNOWN_FIELD';

/** What a test does. */
export interface TestBody {
  /** Template, relative to the target's; that of another package by its absolute path. */
  readonly template: string;
  /** The template's variables. */
  view(use: Use): object;
}

/** One request of a test. */
export interface TestRequest {
  readonly method: 'get' | 'post' | 'patch' | 'delete' | 'put';
  /** `COLLECTION` or `MISSING`, or a row's local name for the path of that row. */
  readonly to: string;
  /** What follows: `/search`. */
  readonly path?: string;
  /** Source of the JSON body. */
  readonly json?: string;
}

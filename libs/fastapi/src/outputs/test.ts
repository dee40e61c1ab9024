import type { Field } from '../config/field.js';
import type { PythonOutput } from './output.js';

/** The tests of one route. */
export interface RouteTests extends PythonOutput {
  readonly kind: 'test';
  /** The operation of the route: `get`, or an action's own name. */
  readonly operation: string;
  /** The fields of its request, and those of its answer: the module's table has them. */
  readonly accepts: readonly Field[];
  readonly answers: readonly Field[];
  /** Further fields that a request may name. */
  readonly names: readonly Field[];
  /** Whether its function is given a user; a later operation says so. */
  requiresAuth: boolean;
  /** Python source of the fields that are not as the table has them; a later operation fills it. */
  ownFields: string;
  /** Further variables of the template. */
  readonly variables: Record<string, unknown>;
}

import type { PythonOutput } from './output.js';
import type { Section } from './section.js';
import type { PythonSymbol } from '../python/symbols.js';

/** The router of one resource. It exists when the resource has a route. */
export interface ResourceRouter extends PythonOutput {
  readonly kind: 'resource-router';
  readonly router: PythonSymbol;
  readonly prefix: string;
  readonly tags: readonly string[];
  /** The class of its routes. */
  readonly routeClass: PythonSymbol;
}

/** The router of one app. It exists when one of its resources has a router. */
export interface AppRouter extends Omit<Section, 'kind'> {
  readonly kind: 'app-router';
  readonly router: PythonSymbol;
  /** Where the project mounts it; may be empty. */
  readonly prefix: string;
}

import type { PythonSymbol } from '@rowhouse/python';

import type { Section } from './section.js';

/** A group of routes in the API's documentation. */
export interface Tag {
  readonly name: string;
  readonly description: string;
}

/** The router of one resource. It exists when the resource has a route. */
export interface ResourceRouter extends Omit<Section, 'kind'> {
  readonly kind: 'resource-router';
  readonly router: PythonSymbol;
  /** What its routes are grouped by in the API's documentation, and what that says of each. */
  readonly tags: readonly Tag[];
}

/** The router of one app. It exists when one of its resources has a router. */
export interface AppRouter extends Omit<Section, 'kind'> {
  readonly kind: 'app-router';
  readonly router: PythonSymbol;
  /** Where the project mounts it; may be empty. */
  readonly prefix: string;
}

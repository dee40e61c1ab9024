import type * as z from 'zod';

import type { OperationEntry } from './entry.js';
import type { AnyOperation } from './operation.js';

/** The operations installed for one target. */
export interface OperationCatalog {
  /** In discovery order. */
  readonly operations: readonly AnyOperation[];
  /**
   * The schema of one scope's `operations` list: a name, or an object whose keys beside `name` its
   * operation's own schema checks. Yields {@link OperationEntry} values.
   */
  entries(scope: string): z.ZodType<readonly OperationEntry[]>;
  /** The operation that an entry of a scope asks for: by its shape first, then by its name. */
  find(scope: string, entry: Readonly<Record<string, unknown>>): AnyOperation | undefined;
}

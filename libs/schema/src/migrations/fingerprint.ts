import { createHash } from 'node:crypto';

import type { DesiredState } from '../desired-state.js';

/**
 * Raised when the way catalogs are read changes, so that equal code no longer means an equal
 * catalog.
 */
const CATALOG_FORMAT = 2;

/** Equal for code that describes the same database. */
export function fingerprint({ statements, schemas, roles, raw }: DesiredState): string {
  return createHash('sha256')
    .update(JSON.stringify([CATALOG_FORMAT, schemas, roles, statements, raw]))
    .digest('hex');
}

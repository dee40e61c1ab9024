/** Comparing catalogs. */
export type {
  Difference,
  Ownership,
  PartRename,
  Plan,
  TableFacts,
  ViewFacts,
  Unread,
} from './engine.js';
export type { Catalog } from './pg-delta/catalog.js';
export { IN_TWO_MIGRATIONS } from './engine.js';
export { pgDelta } from './pg-delta/engine.js';

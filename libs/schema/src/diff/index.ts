/** Comparing catalogs: the interface that migrations use, and the engine behind it. */
export type {
  Catalog,
  DiffEngine,
  Difference,
  Ownership,
  PartRename,
  Plan,
  TableFacts,
  ViewFacts,
  Unread,
} from './engine.js';
export { IN_TWO_MIGRATIONS } from './engine.js';
export { pgDelta } from './pg-delta/engine.js';

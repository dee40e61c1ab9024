/** Comparing catalogs: the interface that migrations use, and the engine behind it. */
export type {
  Catalog,
  DiffEngine,
  Difference,
  Moves,
  Ownership,
  PartitionPlace,
  PartRename,
  Plan,
  TableFacts,
  ViewFacts,
  TouchedRelation,
} from './engine.js';
export { pgDelta } from './pg-delta/engine.js';
export { adviceOn } from './pg-delta/workarounds/unsupported-advice.js';

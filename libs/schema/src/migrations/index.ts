/** Migrations: from the code to the migrations folder, and from there into databases. */
export type { AskRenames } from './change.js';
export { baseline } from './baseline.js';
export { backfill, type Backfilled, type BackfillOptions } from './expansion/backfill.js';
export { check, describeDrift, type CheckOptions, type Drift } from './check.js';
export { UserError } from '../errors/errors.js';
export { generate, type Generated, type GenerateOptions } from './generate.js';
export { lint, type LintOptions } from './lint.js';
export type { MigrationStatus } from './history.js';
export {
  migrate,
  pendingMigrations,
  rollback,
  type MigrationObserver,
  type PendingMigration,
  type RollbackOptions,
  type RunOptions,
} from './migrate.js';
export {
  StepPipeline,
  type MigrationContext,
  type MigrationDirection,
  type MigrationRegistry,
  type MigrationStep,
  type StepRenderer,
  type StepRewriter,
} from '../steps/index.js';
export { parseExpression } from './expansion/request.js';
export { parseRename, type Rename } from './renames.js';
export { sync, type SyncOptions } from './sync.js';
export { status, type StatusOptions } from './status.js';

/** Migrations: from the code to the migrations folder, and from there into databases. */
export { check, describeDrift, type CheckOptions, type Drift } from './check.js';
export { MigrationError } from './errors.js';
export { generate, type Generated, type GenerateOptions } from './generate.js';
export type { MigrationStatus } from './history.js';
export {
  migrate,
  rollback,
  type MigrationObserver,
  type RollbackOptions,
  type RunOptions,
} from './migrate.js';
export type {
  MigrationContext,
  MigrationDirection,
  MigrationRegistry,
  MigrationStep,
  StepRenderer,
  StepRewriter,
} from './registry.js';
export { parseRename, type Rename } from './renames.js';
export { status, type StatusOptions } from './status.js';
export { StepPipeline } from './steps.js';

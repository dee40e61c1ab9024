/** The steps of a migration, and what extensions may change about them. */
export { StepPipeline } from './pipeline.js';
export type {
  MigrationContext,
  MigrationRegistry,
  StepRenderer,
  StepRewriter,
} from './registry.js';
export type { MigrationDirection, MigrationStep } from './step.js';

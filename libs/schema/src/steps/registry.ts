import type { MigrationDirection, MigrationStep } from './step.js';

/** What a renderer or a rewriter knows besides the steps. */
export interface MigrationContext {
  readonly direction: MigrationDirection;
}

/**
 * Writes one step as SQL in its own way, for instance with a guard around it.
 * Returns `undefined` to leave the step to the next renderer, and in the end to the plain one.
 */
export type StepRenderer = (step: MigrationStep, context: MigrationContext) => string | undefined;

/**
 * Changes a whole script before it is written: adds, splits, replaces or drops steps. The steps
 * come ordered by dependency; the result is run in the order it is returned in.
 */
export type StepRewriter = (
  steps: readonly MigrationStep[],
  context: MigrationContext,
) => readonly MigrationStep[];

/**
 * What the hook `configureMigrations(registry)` of an extension may add to.
 *
 * `schema generate` runs both scripts in a scratch database before it writes them, so a renderer or
 * rewriter whose script misses the desired state is reported, not stored.
 */
export interface MigrationRegistry {
  /**
   * Adds a renderer for steps of `kind` (see {@link MigrationStep.kind}). The one added last is
   * asked first.
   *
   * @param owner The extension's name, for error messages.
   */
  addRenderer(owner: string, kind: string, renderer: StepRenderer): this;
  /**
   * Adds a rewriter. Rewriters run in the order they were added.
   *
   * @param owner The extension's name, for error messages.
   */
  addRewriter(owner: string, rewriter: StepRewriter): this;
}

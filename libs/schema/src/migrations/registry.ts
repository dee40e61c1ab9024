/** The direction a script runs in: `up.sql` applies a migration, `down.sql` takes it back. */
export type MigrationDirection = 'up' | 'down';

/** One statement of a migration, with what a reader needs to judge it. */
export interface MigrationStep {
  /** One SQL statement, without the closing semicolon. */
  readonly sql: string;
  readonly verb: 'create' | 'alter' | 'drop' | 'rename';
  /** What the statement is about: `table`, `column`, `view`, `index`, `role`, `privilege`, … */
  readonly kind: string;
  /** The object as a reader would name it, e.g. `blog.articles.title`. */
  readonly object: string;
  /** The table or view that the object is a part of, e.g. `blog.articles`. */
  readonly relation?: string;
  /** What happens to stored data, in words, when this step destroys some of it. */
  readonly dataLoss?: string;
}

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

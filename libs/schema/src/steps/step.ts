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

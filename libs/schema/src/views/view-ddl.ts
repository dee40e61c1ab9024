import { quoteIdentifier, quoteQualified, type QualifiedName } from '../sql/identifier.js';
import { stringLiteral } from '../sql/literal.js';

/**
 * Whose rights and row-level policies a view has on what it reads: those of the role that asks, or of
 * the view's owner.
 */
export type ViewSecurity = 'invoker' | 'definer';

/** A column of a view with what PostgreSQL can attach to it. */
export interface ViewColumnDefinition {
  readonly name: string;
  /** SQL of the default that an INSERT through the view takes. */
  readonly default?: string | undefined;
  readonly comment?: string | undefined;
}

export interface ViewDefinition extends QualifiedName {
  readonly columns: readonly ViewColumnDefinition[];
  /** The SELECT; its columns are named by position. */
  readonly query: string;
  readonly comment?: string | undefined;
  /** Default: `definer`. */
  readonly security?: ViewSecurity | undefined;
}

/** `CREATE VIEW` with the defaults and comments of the view and its columns. */
export function createView({
  columns,
  query,
  comment,
  security,
  ...name
}: ViewDefinition): string[] {
  const view = quoteQualified(name);
  const names = columns.map((column) => quoteIdentifier(column.name)).join(', ');
  const options = security === 'invoker' ? ' WITH (security_invoker = true)' : '';
  const statements = [`CREATE VIEW ${view} (${names})${options} AS\n${query}`];
  const defaults = columns.flatMap((column) =>
    column.default === undefined
      ? []
      : [`ALTER COLUMN ${quoteIdentifier(column.name)} SET DEFAULT ${column.default}`],
  );
  if (defaults.length > 0) statements.push(`ALTER VIEW ${view} ${defaults.join(', ')}`);
  if (comment !== undefined) {
    statements.push(`COMMENT ON VIEW ${view} IS ${stringLiteral(comment)}`);
  }
  for (const column of columns) {
    if (column.comment === undefined) continue;
    statements.push(
      `COMMENT ON COLUMN ${view}.${quoteIdentifier(column.name)} IS ${stringLiteral(column.comment)}`,
    );
  }
  return statements;
}

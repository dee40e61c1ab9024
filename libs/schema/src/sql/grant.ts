import { quoteIdentifier } from './identifier.js';

/** Privileges that a role gets. */
export interface Grant {
  readonly privileges: readonly string[];
  /** Where they are on columns alone: their names. */
  readonly columns?: readonly string[];
  /** What they are on, in SQL: `TABLE "blog"."articles"`. */
  readonly on: string;
  /** Who gets them, in SQL: a quoted name, or `PUBLIC`. */
  readonly to: string;
  /** Whether that role may grant them to others. */
  readonly isGrantable?: boolean;
}

/** The `GRANT` of some privileges. */
export function grantStatement({
  privileges,
  columns,
  on,
  to,
  isGrantable = false,
}: Grant): string {
  const scope = columns ? ` (${columns.map(quoteIdentifier).join(', ')})` : '';
  const list = privileges.map((privilege) => privilege + scope).join(', ');
  return `GRANT ${list} ON ${on} TO ${to}${isGrantable ? ' WITH GRANT OPTION' : ''}`;
}

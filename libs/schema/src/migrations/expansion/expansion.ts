import { readableName, readableObject, type QualifiedName } from '../../sql/identifier.js';

/** A column that old code and new code know in different forms, for a while. */
export type Expansion = RenamedColumn | Conversion;

interface ExpandedColumn {
  readonly schema: string;
  readonly table: string;
  /** What old code uses. */
  readonly from: string;
}

/** It has another name. */
export interface RenamedColumn extends ExpandedColumn {
  readonly to: string;
}

/** Its values are in other columns, computed from it: in one of another type, or split into several. */
export interface Conversion extends ExpandedColumn {
  readonly into: readonly ConvertedPart[];
  /** The column in terms of those, as SQL. */
  readonly down: string;
}

export interface ConvertedPart {
  readonly to: string;
  /** In terms of the column, as SQL. */
  readonly up: string;
}

export function isConversion(expansion: Expansion): expansion is Conversion {
  return 'into' in expansion;
}

export function tableOf({ schema, table }: ExpandedColumn): QualifiedName {
  return { schema, name: table };
}

/** The columns that new code uses. */
export function doublesOf(expansion: Expansion): readonly string[] {
  return isConversion(expansion) ? expansion.into.map(({ to }) => to) : [expansion.to];
}

/** The columns that new code uses, as a message shows them. */
export function readableDoubles(expansion: Expansion): string {
  return doublesOf(expansion)
    .map((name) => readableColumn(expansion, name))
    .join(', ');
}

/** A column of the table as a message shows it: `blog.articles.title`. */
export function readableColumn(expansion: ExpandedColumn, column = expansion.from): string {
  return `${readableObject(tableOf(expansion))}.${readableName(column)}`;
}

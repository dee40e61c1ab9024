import { quoteIdentifier, quoteQualified } from '../../sql/identifier.js';
import { isMissing, isPresent } from '../../sql/presence.js';
import {
  isConversion,
  tableOf,
  type Conversion,
  type Expansion,
  type RenamedColumn,
} from './expansion.js';

/** Whether a row has no values in the doubles yet, though there are some to have. */
export function isStale(expansion: Expansion): string {
  if (isConversion(expansion)) {
    const isEmpty = expansion.into.map(({ to }) => isMissing(quoteIdentifier(to)));
    const hasValue = expansion.into.map(({ up }) => isPresent(`(${up})`));
    return `${isEmpty.join(' AND ')} AND (${hasValue.join(' OR ')})`;
  }
  // As text, for not all types can be compared, and some take two texts for one.
  const { from, to } = expansion;
  return `${quoteIdentifier(to)}::text IS DISTINCT FROM ${quoteIdentifier(from)}::text`;
}

/** Fills the double of all rows from the column. */
export function fillDouble(expansion: RenamedColumn): string {
  const { from, to } = expansion;
  return `UPDATE ${quoteQualified(tableOf(expansion))} SET ${quoteIdentifier(to)} = ${quoteIdentifier(from)} WHERE ${isStale(expansion)}`;
}

/** Fills the column of all rows from the doubles. */
export function fillColumn(expansion: Conversion): string {
  return `UPDATE ${rowsOf(expansion)} SET ${quoteIdentifier(expansion.from)} = (${expansion.down})`;
}

/** Fills the doubles of all rows from the column: nobody runs it, but PostgreSQL says whether it could. */
export function fillDoubles(expansion: Conversion): string {
  const set = expansion.into.map(({ to, up }) => `${quoteIdentifier(to)} = (${up})`);
  return `UPDATE ${rowsOf(expansion)} SET ${set.join(', ')}`;
}

/** The table under the name that expressions know it by. */
export function rowsOf(expansion: Expansion): string {
  return `${quoteQualified(tableOf(expansion))} AS ${quoteIdentifier(expansion.table)}`;
}

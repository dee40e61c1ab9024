import { quoteQualified } from '../sql/identifier.js';
import { REST_GRANTS, type RestGrant } from './grants.js';
import { keyColumns, type WriteTarget } from './write-triggers.js';

/**
 * What is wrong with the grants of a view: those that no trigger could carry out.
 *
 * @param hasQuery Whether the view filters or joins, so that a written row must be read back.
 */
export function writeProblems(
  target: WriteTarget,
  granted: ReadonlySet<RestGrant>,
  hasQuery: boolean,
  place: string,
): readonly string[] {
  const problems: string[] = [];
  const key = target.key.map((name) => `"${name}"`).join(', ');
  const isKeyShown = keyColumns(target) !== undefined;
  for (const grant of REST_GRANTS) {
    if (!granted.has(grant) || grant === 'select') continue;
    const needsKey =
      grant !== 'insert' || (hasQuery && target.queryWithKey === undefined && !isKeyShown);
    if (needsKey && !isKeyShown) {
      problems.push(
        `${place}: cannot grant "${grant}" without the primary key (${key}) among the view's columns: the row could not be found. Show it, or drop the grant.`,
      );
    } else if (grant !== 'delete' && !target.columns.some((column) => column.writable)) {
      problems.push(
        `${place}: cannot grant "${grant}": none of its columns can be written (${quoteQualified(target.table)} has no column of its own among them that is not generated).`,
      );
    }
  }
  return problems;
}

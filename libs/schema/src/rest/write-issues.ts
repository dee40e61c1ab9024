import { text, type Issue } from '@rowhouse/errors';

import { readableObject } from '../sql/identifier.js';
import { REST_GRANTS, type RestGrant } from './grants.js';
import { keyColumns, type WriteTarget } from './write-triggers.js';

/**
 * What is wrong with the grants of a view: those that no trigger could carry out.
 *
 * @param hasQuery Whether the view filters or joins, so that a written row must be read back.
 */
export function writeIssues(
  target: WriteTarget,
  granted: ReadonlySet<RestGrant>,
  hasQuery: boolean,
  subject: string,
): readonly Issue[] {
  const isKeyExposed = keyColumns(target) !== undefined;
  return REST_GRANTS.flatMap((grant): readonly Issue[] => {
    if (!granted.has(grant) || grant === 'select') return [];
    const needsKey =
      grant !== 'insert' || (hasQuery && target.queryWithKey === undefined && !isKeyExposed);
    if (needsKey && !isKeyExposed) {
      return [
        {
          code: 'ungrantable',
          subject,
          message: text`cannot grant ${grant}, because the view does not show the primary key (${target.key}), which finds the row`,
          fix: 'Show it, or remove the grant.',
        },
      ];
    }
    if (grant === 'delete' || target.columns.some((column) => column.writable)) return [];
    return [
      {
        code: 'ungrantable',
        subject,
        message: text`cannot grant ${grant}: none of its columns can be written`,
        fix: `Show a column of ${readableObject(target.table)} that is not generated, or remove the grant.`,
      },
    ];
  });
}

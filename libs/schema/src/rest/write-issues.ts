import type { PgColumn } from 'drizzle-orm/pg-core';
import { text, type Issue } from '@rowhouse/errors';

import { readableObject } from '../sql/identifier.js';
import { REST_GRANTS, type RestGrant } from './grants.js';
import { isRequired } from './view-columns.js';
import { keyColumns, type WriteTarget } from './write-triggers.js';

/**
 * What is wrong with the grants of a view: those that no trigger could carry out.
 *
 * @param view.hasQuery Whether the view filters or joins, so that a written row must be read back.
 * @param view.hidden The columns of the table that the view does not show.
 */
export function writeIssues(
  target: WriteTarget,
  granted: ReadonlySet<RestGrant>,
  {
    hasQuery,
    hidden,
    subject,
  }: {
    readonly hasQuery: boolean;
    readonly hidden: readonly PgColumn[];
    readonly subject: string;
  },
): readonly Issue[] {
  const required = hidden.filter(isRequired).map(({ name }) => name);
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
    if (grant === 'insert' && required.length > 0) {
      return [
        {
          code: 'ungrantable',
          subject,
          message: text`cannot grant ${grant}, because the view does not show ${required}, without which there is no row`,
          fix: 'Show it, give it a default (which a trigger of the table can replace), or remove the grant.',
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

import type { FactBase, StableId } from '@supabase/pg-delta';
import { encodeId } from '@supabase/pg-delta/core';

import { grantStatement } from '../../../sql/grant.js';
import { quoteIdentifier, quoteQualified } from '../../../sql/identifier.js';
import { kindOf, objectName } from '../object-name.js';
import type { SubjectedStep } from '../steps.js';

/**
 * The steps, and the grants on columns that they take on the way: to revoke the privileges on a relation revokes those on its
 * columns, too.
 */
export function withColumnGrants(steps: readonly SubjectedStep[], to: FactBase): SubjectedStep[] {
  const revoked = new Set(
    steps.flatMap(({ subject, step }) =>
      subject.kind === 'acl' && subject.column === undefined && step.sql.startsWith('REVOKE ')
        ? [encodeId(subject)]
        : [],
    ),
  );
  const taken = to.facts().flatMap(({ id, payload }): SubjectedStep[] => {
    if (id.kind !== 'acl' || id.column === undefined) return [];
    const { kind, target, grantee, column } = id;
    if (!revoked.has(encodeId({ kind, target, grantee }))) return [];
    const grantable = payload['grantable'] as readonly string[];
    const privileges = payload['privileges'] as readonly string[];
    return [false, true].flatMap((isGrantable) => {
      const some = privileges.filter((one) => grantable.includes(one) === isGrantable);
      if (some.length === 0) return [];
      const sql = grantStatement({
        privileges: some,
        columns: [column],
        on: `TABLE ${quoteQualified(target as Extract<StableId, { readonly kind: 'table' }>)}`,
        to: grantee === 'PUBLIC' ? grantee : quoteIdentifier(grantee),
        isGrantable,
      });
      const about = { kind: kindOf(id), object: objectName(id), relation: objectName(target) };
      return [{ subject: id, step: { sql, verb: 'alter', ...about } }];
    });
  });
  return [...steps, ...taken];
}

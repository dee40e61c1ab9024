import type { Fact, FactBase, StableId } from '@supabase/pg-delta';
import { encodeId } from '@supabase/pg-delta';

import { grantStatement } from '../../../sql/grant.js';
import { quoteIdentifier, quoteQualified } from '../../../sql/identifier.js';
import { kindOf, objectName } from '../object-name.js';
import type { SubjectedStep } from '../steps.js';
import { OWNER } from './owner-grants.js';

type Grant = Extract<StableId, { readonly kind: 'acl' }>;

/**
 * The steps, and the grants on columns that they take on the way: to revoke the privileges on a relation revokes those on its
 * columns, too.
 */
export function withColumnGrants(steps: readonly SubjectedStep[], to: FactBase): SubjectedStep[] {
  const lastRevocation = new Map<string, number>();
  const lastStep = new Map<string, number>();
  for (const [index, { subject, step }] of steps.entries()) {
    if (subject.kind !== 'acl') continue;
    lastStep.set(encodeId(subject), index);
    if (subject.column === undefined && step.sql.startsWith('REVOKE ')) {
      lastRevocation.set(encodeId(subject), index);
    }
  }
  if (lastRevocation.size === 0) return [...steps];
  const taken = to.facts().flatMap((fact) => {
    const { id } = fact;
    if (id.kind !== 'acl' || id.column === undefined) return [];
    const revoked = lastRevocation.get(encodeId(onRelation(id)));
    const granted = lastStep.get(encodeId(id)) ?? -1;
    return revoked === undefined || revoked < granted ? [] : grantsOf(id, fact);
  });
  return [...steps, ...taken];
}

function onRelation({ kind, target, grantee }: Grant): Grant {
  return { kind, target, grantee };
}

function grantsOf(id: Grant, { payload }: Fact): SubjectedStep[] {
  const grantable = payload['grantable'] as readonly string[];
  const others = (payload['privileges'] as readonly string[]).filter(
    (privilege) => !grantable.includes(privilege),
  );
  return [
    ...(others.length > 0 ? [grant(id, others, false)] : []),
    ...(grantable.length > 0 ? [grant(id, grantable, true)] : []),
  ];
}

function grant(id: Grant, privileges: readonly string[], isGrantable: boolean): SubjectedStep {
  const relation = quoteQualified(id.target as Extract<StableId, { readonly kind: 'table' }>);
  const role = ['PUBLIC', OWNER].includes(id.grantee) ? id.grantee : quoteIdentifier(id.grantee);
  return {
    subject: id,
    step: {
      sql: grantStatement({
        privileges,
        columns: [id.column!],
        on: `TABLE ${relation}`,
        to: role,
        isGrantable,
      }),
      verb: 'alter',
      kind: kindOf(id),
      object: objectName(id),
      relation: objectName(id.target),
    },
  };
}

import { is } from 'drizzle-orm';
import { PgRole, type PgPolicy } from 'drizzle-orm/pg-core';

import { renderExpression } from '../sql/expression.js';
import { quoteIdentifier, quoteQualified, type QualifiedName } from '../sql/identifier.js';

const KEYWORDS = new Set(['public', 'current_role', 'current_user', 'session_user']);

/** Row-level security of a table: on when it is asked for, or when there is a policy. */
export function rowSecurity(
  table: QualifiedName,
  enabled: boolean,
  policies: readonly PgPolicy[],
): readonly string[] {
  if (!enabled && policies.length === 0) return [];
  return [
    `ALTER TABLE ${quoteQualified(table)} ENABLE ROW LEVEL SECURITY`,
    ...policies.map((policy) => createPolicy(table, policy)),
  ];
}

function createPolicy(table: QualifiedName, policy: PgPolicy): string {
  const parts = [`CREATE POLICY ${quoteIdentifier(policy.name)} ON ${quoteQualified(table)}`];
  if (policy.as) parts.push(`AS ${policy.as.toUpperCase()}`);
  if (policy.for) parts.push(`FOR ${policy.for.toUpperCase()}`);
  if (policy.to !== undefined) parts.push(`TO ${[policy.to].flat(9).map(policyRole).join(', ')}`);
  const bare = { columns: 'bare' } as const;
  if (policy.using) parts.push(`USING (${renderExpression(policy.using, bare)})`);
  if (policy.withCheck) parts.push(`WITH CHECK (${renderExpression(policy.withCheck, bare)})`);
  return parts.join(' ');
}

function policyRole(role: unknown): string {
  const name = is(role, PgRole) ? role.name : String(role);
  return KEYWORDS.has(name) ? name.toUpperCase() : quoteIdentifier(name);
}

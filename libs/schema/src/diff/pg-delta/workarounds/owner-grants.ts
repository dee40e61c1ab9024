import type { DependencyEdge, Fact, FactBase, StableId } from '@supabase/pg-delta';
import { encodeId } from '@supabase/pg-delta';

import { quoteIdentifier } from '../../../sql/identifier.js';
import { CatalogFacts } from './facts.js';

/**
 * Who a privilege is granted to when it is the owner's: the migrating user's name differs from
 * database to database. No role can have this name, for PostgreSQL reserves it in `GRANT`.
 */
export const OWNER = 'CURRENT_ROLE';

/** The engine quotes the name, which would make a role of it. */
export function asOwner(sql: string): string {
  const quoted = quoteIdentifier(OWNER);
  return sql.replaceAll(new RegExp(`(FROM|TO) ${quoted}`, 'g'), `$1 ${OWNER}`);
}

/** Whether a statement makes the migrating user the owner of something. */
export function isOwnerChange(sql: string): boolean {
  return sql.startsWith('ALTER ') && sql.endsWith(` OWNER TO ${quoteIdentifier(OWNER)}`);
}

/**
 * The facts with the migrating user as the owner of what belongs to a role in the other catalog, so
 * that the engine says so: it takes nothing for an owner that it need not change. The user is in both
 * catalogs: with a role that is dropped, the engine would create again all that belongs to it.
 */
export function withOwners(facts: FactBase, other: FactBase): FactBase {
  const role: StableId = { kind: 'role', name: OWNER };
  const owned = new Set(
    facts.edges.flatMap(({ from, kind }) => (kind === 'owner' ? [encodeId(from)] : [])),
  );
  const added = other.edges.flatMap(({ from, kind }): DependencyEdge[] =>
    kind === 'owner' && facts.has(from) && !owned.has(encodeId(from))
      ? [{ from, to: role, kind }]
      : [],
  );
  return new CatalogFacts(
    [...facts.facts(), { id: role, payload: {} }],
    [...facts.edges, ...added],
  );
}

/**
 * The fact with the owner's own grants, under a fixed name if the owner is the migrating user. Nothing when they are the
 * usual ones: they come with the object, and a change of the owner takes them along.
 */
export function withoutOwnersName(
  fact: Fact,
  all: FactBase,
  roles: ReadonlySet<string>,
): Fact | undefined {
  const { id } = fact;
  if (id.kind !== 'acl') return fact;
  const owner = all.outgoingEdges(id.target).find(({ kind }) => kind === 'owner')?.to;
  if (owner?.kind !== 'role' || owner.name !== id.grantee) return fact;
  const { privileges, grantable, _ownerDefault: usual } = fact.payload;
  const unchanged =
    String(privileges) === String(usual) && Array.isArray(grantable) && grantable.length === 0;
  if (unchanged) return undefined;
  return roles.has(owner.name) ? fact : { ...fact, id: { ...id, grantee: OWNER } };
}

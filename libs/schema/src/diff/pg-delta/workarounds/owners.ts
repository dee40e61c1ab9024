import type { Action, DependencyEdge, Fact, FactBase, StableId } from '@supabase/pg-delta';
import { encodeId } from '@supabase/pg-delta/core';

import { CatalogFacts } from './facts.js';

/**
 * The name of the migrating user, which differs from database to database. No role can have this name, for PostgreSQL
 * reserves it.
 */
export const OWNER = 'CURRENT_ROLE';

/** The engine quotes the name, which would make a role of it. */
export function asOwner(sql: string): string {
  return sql.replace(/ TO "CURRENT_ROLE"$/, ` TO ${OWNER}`);
}

/**
 * The facts with the migrating user as the owner of what belongs to a role in the other catalog, so
 * that the engine says so: it takes nothing for an owner that it need not change. The user is in both
 * catalogs: with a role that is dropped, the engine would create again all that belongs to it.
 */
export function withOwners(facts: FactBase, other: FactBase): FactBase {
  const isOwner = ({ kind }: DependencyEdge) => kind === 'owner';
  const [own, others] = [facts.edges.filter(isOwner), other.edges.filter(isOwner)];
  if (own.length + others.length === 0) return facts;
  const role: StableId = { kind: 'role', name: OWNER };
  const owned = new Set(own.map(({ from }) => encodeId(from)));
  const added = others
    .filter(({ from }) => facts.has(from) && !owned.has(encodeId(from)))
    .map((edge) => ({ ...edge, to: role }));
  return new CatalogFacts(
    [...facts.facts(), { id: role, payload: {} }],
    [...facts.edges, ...added],
  );
}

/** Whether a fact is what an owner may do with an object, which comes with the object. */
export function isOwnersGrant({ id }: Fact, all: FactBase): boolean {
  return id.kind === 'acl' && ownerOf(id.target, all) === id.grantee;
}

/** Whether an owner may do something else than what owners usually may. */
export function isUnusual({ payload }: Fact): boolean {
  const { privileges, grantable, _ownerDefault: usual } = payload;
  return String(privileges) !== String(usual) || (grantable as readonly string[]).length > 0;
}

function ownerOf(id: StableId, facts: FactBase): string {
  const owner = facts.outgoingEdges(id).find(({ kind }) => kind === 'owner')?.to;
  return owner?.kind === 'role' ? owner.name : OWNER;
}

const CONNECTION = /^ALTER SEQUENCE .* OWNED BY (?!NONE$)/s;
const CHANGE = /^ALTER SEQUENCE .* OWNER TO (?:"(?:[^"]|"")*"|\w+)$/s;

/**
 * The sequence of a column belongs to the owner of its table: PostgreSQL refuses to change that of the sequence, and
 * connects only what has the same owner. So connections come last, and the owner of what is connected already stays.
 */
export function withSequenceOwners(actions: readonly Action[], from: FactBase, to: FactBase) {
  if (!actions.some(({ sql }) => CHANGE.test(sql))) return [...actions];
  const isConnected = (facts: FactBase, { consumes }: Action) =>
    (facts.get(consumes[0]!)?.payload['ownedBy'] ?? null) !== null;
  const rest = actions.filter(
    (action) =>
      !CONNECTION.test(action.sql) &&
      !(CHANGE.test(action.sql) && isConnected(from, action) && isConnected(to, action)),
  );
  return [...rest, ...actions.filter(({ sql }) => CONNECTION.test(sql))];
}

import type { Action, DependencyEdge, Fact, FactBase, StableId } from '@supabase/pg-delta';
import { encodeId } from '@supabase/pg-delta';

import { quoteIdentifier } from '../../../sql/identifier.js';
import { CatalogFacts } from './facts.js';

/**
 * Who a privilege is granted to when it is the owner's: the migrating user's name differs from
 * database to database. No role can have this name, for PostgreSQL reserves it in `GRANT`.
 */
export const OWNER = 'CURRENT_ROLE';

/** Whether an action names the migrating user. */
export function namesOwner({ consumes }: Action): boolean {
  return consumes.some((id) => id.kind === 'role' && id.name === OWNER);
}

/** The engine quotes the name, which would make a role of it. */
export function asOwner(sql: string): string {
  const quoted = quoteIdentifier(OWNER);
  return sql.replaceAll(new RegExp(`(FROM|TO|,) ${quoted}`, 'g'), `$1 ${OWNER}`);
}

/**
 * The statements of an action, with what the engine leaves out about the privileges of an owner:
 *
 * - The migrating user has all of them on a new object: they are revoked before fewer are granted.
 * - An owner who gets back the usual ones is granted all of them: to revoke those of before leaves none.
 */
export function withOwnersPrivileges(
  sql: string,
  { verb, consumes }: Action,
  id: StableId,
  to: FactBase,
): readonly string[] {
  const onNew = new RegExp(`^GRANT [A-Z, ]+ ON (.+) TO (?:"(?:[^"]|"")*", )*${OWNER}(?:, |$)`, 's');
  const target = onNew.exec(sql)?.[1];
  // A grant that consumes a privilege comes after the engine's own revocation.
  if (target !== undefined && !consumes.some(({ kind }) => kind === 'acl')) {
    return [`REVOKE ALL ON ${target} FROM ${OWNER}`, sql];
  }
  if (verb !== 'drop' || id.kind !== 'acl' || id.column !== undefined) return [sql];
  if (!to.has(id.target) || ownerOf(id.target, to) !== id.grantee) return [sql];
  return [sql, sql.replace(/^REVOKE /, 'GRANT ').replace(/ FROM (\w+|"(?:[^"]|"")*")$/, ' TO $1')];
}

/** The role that an object belongs to; `OWNER` where that is no role of the project. */
export function ownerOf(id: StableId, facts: FactBase): string {
  const owner = facts.outgoingEdges(id).find(({ kind }) => kind === 'owner')?.to;
  return owner?.kind === 'role' ? owner.name : OWNER;
}

/**
 * The facts with the migrating user as the owner of what belongs to a role in the other catalog, so
 * that the engine says so: it takes nothing for an owner that it need not change. The user is in both
 * catalogs: with a role that is dropped, the engine would create again all that belongs to it. Where nothing belongs to
 * a role, there is nothing to say.
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
  if (ownerOf(id.target, all) !== id.grantee) return fact;
  const { privileges, grantable, _ownerDefault: usual } = fact.payload;
  const unchanged =
    String(privileges) === String(usual) && Array.isArray(grantable) && grantable.length === 0;
  if (unchanged) return undefined;
  return roles.has(id.grantee) ? fact : { ...fact, id: { ...id, grantee: OWNER } };
}

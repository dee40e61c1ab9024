import type { DependencyEdge, Fact, FactBase, StableId } from '@supabase/pg-delta';
import { encodeId } from '@supabase/pg-delta/core';

import type { Ownership } from '../engine.js';
import { CatalogFacts } from './workarounds/facts.js';
import { isOwnersGrant } from './workarounds/owners.js';

/**
 * What a database holds of the schemas and roles that a project owns, in a form that two databases
 * can be compared by. Owners' names and column positions are no part of it.
 */
export class Catalog {
  constructor(
    readonly facts: FactBase,
    /** Major version of the server it was read from: PostgreSQL words definitions differently in each. */
    readonly serverMajor: number,
  ) {}

  /** A part of the catalog. */
  withFacts(facts: readonly Fact[], edges: readonly DependencyEdge[]): Catalog {
    return new Catalog(new CatalogFacts(facts, edges), this.serverMajor);
  }
}

/** Facts and edges that are yet to be put together, which takes its time. */
export interface Parts {
  readonly facts: readonly Fact[];
  readonly edges: readonly DependencyEdge[];
}

/**
 * Keeps what lies in the schemas and roles that are ours, and takes out what differs between two
 * databases that were built by the same statements: who ran them.
 *
 * @param more Facts that the engine itself does not read.
 */
export function ownedPart(all: FactBase, more: Parts, ownership: Ownership): Parts {
  const schemas = new Set(ownership.schemas);
  const roles = new Set(ownership.roles);
  const members = membersOfExtensions(all);
  const left = new FactSet(all, members);
  for (const fact of all.facts()) {
    // It comes with its owner: who that is differs.
    if (isOwnersGrant(fact, all) || isRepeatedNotNull(fact)) left.add(fact.id);
  }
  // An event trigger belongs to whoever has its function.
  const fromExtensions = new FactSet(all, members);
  for (const { from, to } of all.edges) {
    if (from.kind !== 'eventTrigger' || to.kind !== 'function') continue;
    if (!isOwned(to, schemas, roles) && !fromExtensions.has(to)) left.add(from);
  }
  const isKept = (id: StableId) => isOwned(id, schemas, roles) && !left.has(id);
  const facts = [...all.facts(), ...more.facts].filter(
    ({ id, parent }) => isKept(id) && !(parent && left.has(parent)),
  );
  const edges = [...all.edges, ...more.edges].filter(({ from, to }) => isKept(from) && isKept(to));
  return { facts, edges };
}

/** Facts with all that is part of them. Most facts are of a kind of which it has none, which costs no look. */
class FactSet {
  readonly #ids = new Set<string>();
  readonly #kinds = new Set<StableId['kind']>();

  constructor(
    private readonly all: FactBase,
    ids: Iterable<StableId>,
  ) {
    for (const id of ids) this.add(id);
  }

  add(id: StableId): void {
    this.#ids.add(encodeId(id));
    this.#kinds.add(id.kind);
    for (const part of this.all.childrenOf(id)) this.add(part.id);
  }

  has(id: StableId): boolean {
    return this.#kinds.has(id.kind) && this.#ids.has(encodeId(id));
  }
}

/** PostgreSQL 17 lists the NOT NULL of a domain among its constraints, and the engine says it twice. */
function isRepeatedNotNull({ id, parent, payload }: Fact): boolean {
  return id.kind === 'constraint' && parent?.kind === 'domain' && payload['def'] === 'NOT NULL';
}

/** What extensions have made: they bring it along, and take it with them. */
function membersOfExtensions(all: FactBase): readonly StableId[] {
  return all.edges.flatMap(({ from, kind }) => (kind === 'memberOfExtension' ? [from] : []));
}

/** The facts with the roles and memberships of another catalog in place of their own. */
export function withRolesOf(parts: Parts, roles: FactBase | undefined): FactBase {
  const objects = parts.facts.filter(({ id }) => !isAboutRoles(id));
  const others = roles?.facts().filter(({ id }) => isAboutRoles(id)) ?? [];
  const known = new Set(others.map(({ id }) => encodeId(id)));
  const isAmongRoles = ({ from, to }: DependencyEdge) => isAboutRoles(from) && isAboutRoles(to);
  const isKept = (id: StableId) => !isAboutRoles(id) || known.has(encodeId(id));
  const ours = parts.edges.filter(
    (edge) => !isAmongRoles(edge) && isKept(edge.from) && isKept(edge.to),
  );
  const theirs = roles?.edges.filter(isAmongRoles) ?? [];
  return new CatalogFacts([...objects, ...others], [...ours, ...theirs]);
}

/** Whether an object is the server's rather than the database's. */
export function isAboutRoles(id: StableId): boolean {
  if (id.kind === 'comment') return isAboutRoles(id.target);
  return id.kind === 'role' || id.kind === 'membership';
}

function isOwned(id: StableId, schemas: Set<string>, roles: Set<string>): boolean {
  switch (id.kind) {
    case 'role':
      return roles.has(id.name);
    case 'membership':
      // A role of ours may be given another's rights; who else is given ours is not for us to say.
      return roles.has(id.member);
    case 'defaultPrivilege':
      return roles.has(id.role) && (id.schema === null || schemas.has(id.schema));
    case 'userMapping':
      return roles.has(id.role) || id.role === 'PUBLIC';
    case 'subscription':
      // It would follow another server from every database that is built, and keep it from being dropped.
      return false;
    case 'schema':
      return schemas.has(id.name);
    case 'comment':
      // Its own comes with an extension, and only who owns it may change it.
      if (id.target.kind === 'extension') return false;
      return isOwned(id.target, schemas, roles) && !isPublicSchema(id.target);
    case 'securityLabel':
      return isOwned(id.target, schemas, roles) && !isPublicSchema(id.target);
    case 'acl':
      if (!isOwned(id.target, schemas, roles)) return false;
      // What `public` grants from the start differs between PostgreSQL 14 and 15: only our grants
      // count.
      return !isPublicSchema(id.target) || roles.has(id.grantee);
    default:
      return 'schema' in id ? schemas.has(id.schema!) : true;
  }
}

function isPublicSchema(id: StableId): boolean {
  return id.kind === 'schema' && id.name === 'public';
}

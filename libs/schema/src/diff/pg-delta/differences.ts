import type { Fact, StableId } from '@supabase/pg-delta';
import { diff, encodeId } from '@supabase/pg-delta/core';

import { grantMembership } from '../../sql/unless-exists.js';
import type { Difference } from '../engine.js';
import { isAboutRoles, type Catalog } from './catalog.js';
import { kindOf, objectName } from './object-name.js';
import { truncateDiffering } from './differing-values.js';

/**
 * The differences of `actual` from `expected`, one a line, the object alone when it is missing as a
 * whole.
 *
 * @param foreignObjects Whether objects that `expected` does not know at all are somebody else's, or
 *   left behind. Roles are not compared where they are left behind.
 * @param extensions Whether extensions that `expected` lacks are differences, too.
 */
export function differences(
  actual: Catalog,
  expected: Catalog,
  foreignObjects: 'ignored' | 'reported',
  extensions: boolean,
): Difference[] {
  const found: Difference[] = [];
  const deltas = diff(actual.facts, expected.facts).filter(
    (delta) => foreignObjects === 'ignored' || !isAboutRoles(subjectOf(delta)),
  );
  const gone = keys(deltas.flatMap((delta) => (delta.verb === 'remove' ? [delta.fact.id] : [])));
  const lacking = keys(deltas.flatMap((delta) => (delta.verb === 'add' ? [delta.fact.id] : [])));
  for (const delta of deltas) {
    if (delta.verb === 'add') {
      if (wholesOf(delta.fact).some((id) => lacking.has(encodeId(id)))) continue;
      found.push({ ...difference('missing', delta.fact.id), ...remedyFor(delta.fact.id) });
    } else if (delta.verb === 'remove') {
      if (wholesOf(delta.fact).some((id) => gone.has(encodeId(id)))) continue;
      if (outlives(delta.fact.id) && !(extensions && delta.fact.id.kind === 'extension')) continue;
      if (foreignObjects === 'ignored' && isForeign(delta.fact, actual, expected)) continue;
      found.push(difference('unexpected', delta.fact.id));
    } else if (delta.verb === 'set') {
      // A role or membership that was there before keeps the attributes it had.
      if (isAboutRoles(delta.id) && foreignObjects === 'ignored') continue;
      const [is, shouldBe] = truncateDiffering(delta.from, delta.to);
      found.push({
        ...difference('different', delta.id),
        attribute: delta.attr,
        found: is,
        expected: shouldBe,
      });
    } else if (delta.edge.kind === 'owner') {
      const role = objectName(delta.edge.to);
      const [is, shouldBe] = delta.verb === 'link' ? ['another', role] : [role, 'another'];
      found.push({
        ...difference('different', delta.edge.from),
        attribute: 'owner',
        found: is,
        expected: shouldBe,
      });
    }
  }
  return found;
}

function keys(ids: readonly StableId[]): ReadonlySet<string> {
  return new Set(ids.map(encodeId));
}

/** What an object is a part of; the sequence of a serial column comes and goes with the column. */
function wholesOf({ parent, payload }: Fact): StableId[] {
  const owner = payload['ownedBy'] as
    { schema: string; table: string; column: string } | null | undefined;
  return [
    ...(parent ? [parent] : []),
    ...(owner
      ? ([
          { kind: 'table', schema: owner.schema, name: owner.table },
          { kind: 'column', schema: owner.schema, table: owner.table, name: owner.column },
        ] as const)
      : []),
  ];
}

function difference(change: Difference['change'], id: StableId): Difference {
  return { change, kind: kindOf(id), object: objectName(id) };
}

function subjectOf(delta: ReturnType<typeof diff>[number]): StableId {
  if (delta.verb === 'add' || delta.verb === 'remove') return delta.fact.id;
  return delta.verb === 'set' ? delta.id : delta.edge.from;
}

/**
 * Roles, memberships and extensions outlive the migration that brought them: others may use them.
 */
function outlives(id: StableId): boolean {
  return id.kind === 'role' || id.kind === 'membership' || id.kind === 'extension';
}

/** No migration that a database has is run again, so what another took away is for the user to fix. */
function remedyFor(id: StableId): Pick<Difference, 'fix'> {
  return id.kind === 'membership' ? { fix: grantMembership(id) } : {};
}

/**
 * Whether somebody else made this: it hangs on nothing we know, or grants to a role we do not know.
 */
function isForeign(fact: Fact, actual: Catalog, expected: Catalog): boolean {
  if (fact.id.kind === 'acl' && fact.id.grantee !== 'PUBLIC') {
    const grantee: StableId = { kind: 'role', name: fact.id.grantee };
    if (!expected.facts.has(grantee)) return true;
  }
  for (let at: Fact | undefined = fact; at; at = at.parent && actual.facts.get(at.parent)) {
    if (at.parent === undefined || at.parent.kind === 'schema') {
      // A grant on a schema of ours is ours; a table in it may be anybody's.
      return !('target' in at.id) && !expected.facts.has(at.id);
    }
  }
  return false;
}

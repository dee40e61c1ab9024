import type pg from 'pg';
import type { Fact, FactBase, Plan as EnginePlan, StableId } from '@supabase/pg-delta';
import { serializeSnapshot } from '@supabase/pg-delta/core';
import { extract } from '@supabase/pg-delta/extract';
import { plan } from '@supabase/pg-delta/plan';

import {
  IN_TWO_MIGRATIONS,
  type Difference,
  type Ownership,
  type PartRename,
  type Plan,
  type TableFacts,
  type Unread,
  type ViewFacts,
} from '../engine.js';
import { UserError } from '../../errors/errors.js';
import { Catalog, ownedPart, withRolesOf } from './catalog.js';
import { differences } from './differences.js';
import { partRenames } from './part-renames.js';
import { subjectedSteps, droppedBy } from './steps.js';
import { tableFacts } from './table-facts.js';
import { readUnread } from './unread/unread.js';
import { withColumnOrder } from './workarounds/column-order.js';
import { CatalogFacts } from './workarounds/facts.js';
import { withNewTypes } from './workarounds/new-types.js';
import { OWNER, withOwners, withSequenceOwners } from './workarounds/owners.js';
import { readSnapshot } from './workarounds/snapshot.js';
import { poolInTransaction } from './workarounds/transaction-pool.js';
import { ViewColumns } from './workarounds/view-columns.js';

/**
 * Reads, compares and stores catalogs, with `@supabase/pg-delta` and what `workarounds` adds. Rowhouse decides what is
 * compared and when; how two catalogs differ, and in what order the difference is made good, is the engine's.
 */
export const pgDelta = {
  /**
   * Reads the catalog in the transaction that `client` is in, and leaves its settings as they were.
   *
   * @param roles Whose roles the catalog gets in place of the server's.
   */
  async read(client: pg.ClientBase, ownership: Ownership, roles?: Catalog): Promise<Catalog> {
    return (await readParts(client, ownership, roles)).catalog;
  },

  /** Reads a catalog, and names what it cannot say of the database. */
  async readWithUnread(
    client: pg.ClientBase,
    ownership: Ownership,
    roles?: Catalog,
  ): Promise<{ readonly catalog: Catalog; readonly unread: readonly Unread[] }> {
    const { catalog, all } = await readParts(client, ownership, roles);
    const { facts: owned, serverMajor } = catalog;
    return { catalog, unread: await readUnread(client, ownership, { all, owned, serverMajor }) };
  },

  /**
   * The same objects with other roles, or with none: roles are the server's, so a scratch database
   * shows those of everybody.
   */
  withRoles({ facts, serverMajor }: Catalog, roles?: Catalog): Catalog {
    const parts = { facts: facts.facts(), edges: facts.edges };
    return new Catalog(withRolesOf(parts, roles?.facts), serverMajor);
  },

  /** Names of the roles of a catalog. */
  roles({ facts }: Catalog): readonly string[] {
    return facts.facts().flatMap(({ id }) => (id.kind === 'role' ? [id.name] : []));
  },

  /** Statements that make one role of a catalog. */
  roleStatements(catalog: Catalog, role: string): readonly string[] {
    const own = catalog.facts.facts().filter(({ id }) => id.kind === 'role' && id.name === role);
    return inOneTransaction(catalog.withFacts([], []), catalog.withFacts(own, [])).flatMap(
      ({ plan: { actions } }) => actions.map(({ sql }) => sql),
    );
  },

  /**
   * Plans the way from one catalog to another.
   *
   * @throws {UserError} when the engine finds no way.
   * @param options.dropsExtensions Whether PostgreSQL extensions that `to` lacks go. On the way back they stay, for
   *   they may have been there before, and others may use them.
   */
  plan(from: Catalog, to: Catalog, { dropsExtensions = false } = {}): Plan {
    const legs = inOneTransaction(from, to);
    const steps = legs.flatMap((leg) => subjectedSteps(leg.plan, leg, dropsExtensions));
    return {
      steps: steps.map(({ step }) => step),
      dropped: droppedBy(legs.flatMap((leg) => leg.plan.actions)),
    };
  },

  /**
   * The differences of `actual` from `expected`.
   *
   * @param foreignObjects Whether objects that `expected` knows nothing of are somebody else's, or
   *   left behind. Roles are not compared where they are left behind, for a scratch database shows
   *   the server's.
   * @param options.extensions Whether PostgreSQL extensions that `expected` lacks are differences, too.
   */
  compare(
    actual: Catalog,
    expected: Catalog,
    foreignObjects: 'ignored' | 'reported',
    { extensions = false } = {},
  ): readonly Difference[] {
    return differences(actual, expected, foreignObjects, extensions);
  },

  /**
   * Constraints, indexes and sequences that have another name in `to`, and differ in nothing else:
   * what follows when their table or column is renamed.
   */
  partRenames(from: Catalog, to: Catalog): readonly PartRename[] {
    return partRenames(from, to);
  },

  /** Writes a catalog as text, the same for equal catalogs, one object a line. */
  serialize({ facts, serverMajor }: Catalog): string {
    const text = serializeSnapshot(facts, { pgVersion: String(serverMajor) });
    return oneEntryALine(JSON.parse(text) as Record<string, unknown>);
  },

  /**
   * Reads what `serialize` wrote.
   *
   * @throws {Error} when the text was edited or cut.
   */
  deserialize(text: string): Catalog {
    const { facts, version } = readSnapshot(text);
    return new Catalog(facts, Number.parseInt(version, 10));
  },

  tableFacts(catalog: Catalog): TableFacts {
    return tableFacts(catalog);
  },

  /** The views of a catalog, without those whose rows are stored. */
  views({ facts }: Catalog): readonly ViewFacts[] {
    return facts.facts().flatMap(({ id, payload }) => {
      if (id.kind !== 'view') return [];
      const privileges = facts.childrenOf(id).flatMap((child) => {
        if (child.id.kind !== 'acl' || 'column' in child.id) return [];
        const { grantee } = child.id;
        const list = child.payload['privileges'] as readonly string[];
        return list.map((privilege) => `${grantee} to ${privilege}`);
      });
      return [{ schema: id.schema, name: id.name, definition: String(payload['def']), privileges }];
    });
  },
};

/** The catalog of what is ours, and all that the engine has read. */
async function readParts(client: pg.ClientBase, ownership: Ownership, roles?: Catalog) {
  const columns = new ViewColumns();
  const { factBase: all, pgVersion } = await extract(poolInTransaction(client), {
    handlers: [columns],
  });
  const own = ownedPart(all, columns, ownership);
  const facts = roles ? withRolesOf(own, roles.facts) : new CatalogFacts(own.facts, own.edges);
  return { all, catalog: new Catalog(facts, Number.parseInt(pgVersion, 10)) };
}

/** A statement with the object that it is about. */
export interface Statement {
  readonly subject: StableId;
  readonly sql: string;
}

/** What makes the objects of a catalog that some of its facts do not have yet, ordered by dependency. */
export function statementsToward(catalog: Catalog, there: readonly Fact[]): Statement[] {
  // What is there belongs to the user who made it.
  const edges = catalog.facts.edges.filter(({ kind }) => kind !== 'owner');
  const known = new CatalogFacts(there, edges);
  const legs = inOneTransaction(new Catalog(known, catalog.serverMajor), catalog);
  return legs.flatMap((leg) =>
    subjectedSteps(leg.plan, leg).map(({ subject, step }) => ({
      subject,
      sql: step.sql,
    })),
  );
}

/** A plan, and the catalog that it leads away from. */
interface Leg {
  readonly from: FactBase;
  readonly to: FactBase;
  readonly plan: EnginePlan;
}

function inOneTransaction(source: Catalog, target: Catalog): Leg[] {
  const options = assumptions(source, target);
  const from = withOwners(source.facts, target.facts);
  const to = withOwners(target.facts, source.facts);
  try {
    const withTypes = withNewTypes(from, to);
    if (!withTypes) return [planLeg(from, to, options)];
    return [planLeg(from, withTypes, options), planLeg(withTypes, to, options)];
  } catch (cause) {
    const message = `the change cannot be planned: ${(cause as Error).message}`;
    throw new UserError([{ code: 'unplannable-change', message, fix: IN_TWO_MIGRATIONS }], {
      cause,
    });
  }
}

function planLeg(from: FactBase, to: FactBase, options: ReturnType<typeof assumptions>): Leg {
  const result = plan(from, withColumnOrder(from, to), options);
  return { from, to, plan: { ...result, actions: withSequenceOwners(result.actions, from, to) } };
}

/** What must be there when the script runs, though it is no part of the catalogs. */
function assumptions(...catalogs: Catalog[]) {
  const assumedRoles = new Set([OWNER]);
  const assumedSchemas = new Set<string>();
  for (const { facts } of catalogs) {
    for (const { id, payload } of facts.facts()) {
      if (id.kind === 'acl' && !facts.has({ kind: 'role', name: id.grantee })) {
        assumedRoles.add(id.grantee);
      }
      if (id.kind === 'membership' && !facts.has({ kind: 'role', name: id.role })) {
        assumedRoles.add(id.role);
      }
      if (id.kind === 'extension' && typeof payload['schema'] === 'string') {
        assumedSchemas.add(payload['schema']);
      }
    }
  }
  return { assumedRoles: [...assumedRoles], assumedSchemas: [...assumedSchemas] };
}

/**
 * JSON with each element of its lists on a line, so that a change of one object is a change of one
 * line.
 */
function oneEntryALine(document: Record<string, unknown>): string {
  const fields = Object.entries(document).map(([key, value]) => {
    if (!Array.isArray(value) || value.length === 0) return `  "${key}": ${JSON.stringify(value)}`;
    return `  "${key}": [\n${value.map((entry) => `    ${JSON.stringify(entry)}`).join(',\n')}\n  ]`;
  });
  return `{\n${fields.join(',\n')}\n}\n`;
}

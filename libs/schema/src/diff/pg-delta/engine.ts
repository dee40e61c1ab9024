import type pg from 'pg';
import type { Fact, FactBase, Plan as EnginePlan, StableId } from '@supabase/pg-delta';
import { deserializeSnapshot, serializeSnapshot } from '@supabase/pg-delta';
import { extract } from '@supabase/pg-delta/extract';
import { plan } from '@supabase/pg-delta/plan';

import {
  IN_TWO_MIGRATIONS,
  type Catalog,
  type DiffEngine,
  type Difference,
  type Ownership,
  type Plan,
} from '../engine.js';
import { UserError } from '../../errors/errors.js';
import { FactCatalog, ownedPart, withRolesOf } from './catalog.js';
import { differences } from './differences.js';
import { partRenames } from './part-renames.js';
import { subjectedSteps, droppedBy } from './steps.js';
import { tableFacts } from './table-facts.js';
import { readUnread } from './unread/unread.js';
import { withColumnOrder } from './workarounds/column-order.js';
import { CatalogFacts } from './workarounds/facts.js';
import { withNewTypes } from './workarounds/new-types.js';
import { OWNER, withOwners, withSequenceOwners } from './workarounds/owners.js';
import { poolInTransaction } from './workarounds/transaction-pool.js';
import { ViewColumns } from './workarounds/view-columns.js';

/** The diff engine on `@supabase/pg-delta`, with what `workarounds` adds. */
export const pgDelta: DiffEngine = {
  async read(client, ownership, roles): Promise<FactCatalog> {
    return (await readParts(client, ownership, roles)).catalog;
  },

  async readWithUnread(client, ownership, roles) {
    const { catalog, all } = await readParts(client, ownership, roles);
    const { facts: owned, serverMajor } = catalog;
    return { catalog, unread: await readUnread(client, ownership, { all, owned, serverMajor }) };
  },

  withRoles(objects: Catalog, roles?: Catalog): FactCatalog {
    const { facts, serverMajor } = FactCatalog.of(objects);
    const others = roles && FactCatalog.of(roles).facts;
    const parts = { facts: facts.facts(), edges: facts.edges };
    return new FactCatalog(withRolesOf(parts, others), serverMajor);
  },

  roles(catalog: Catalog): string[] {
    return FactCatalog.of(catalog)
      .facts.facts()
      .flatMap(({ id }) => (id.kind === 'role' ? [id.name] : []));
  },

  roleStatements(catalog: Catalog, role: string): string[] {
    const { facts, serverMajor } = FactCatalog.of(catalog);
    const own = facts.facts().filter(({ id }) => id.kind === 'role' && id.name === role);
    const alone = new FactCatalog(new CatalogFacts(own, []), serverMajor);
    const nothing = new FactCatalog(new CatalogFacts([], []), serverMajor);
    return inOneTransaction(nothing, alone).flatMap(({ plan: { actions } }) =>
      actions.map(({ sql }) => sql),
    );
  },

  plan(from: Catalog, to: Catalog, { dropsExtensions = false } = {}): Plan {
    const legs = inOneTransaction(FactCatalog.of(from), FactCatalog.of(to));
    const steps = legs.flatMap((leg) => subjectedSteps(leg.plan, leg, dropsExtensions));
    return {
      steps: steps.map(({ step }) => step),
      dropped: droppedBy(legs.flatMap((leg) => leg.plan.actions)),
    };
  },

  compare(actual, expected, foreignObjects, { extensions = false } = {}): Difference[] {
    return differences(
      FactCatalog.of(actual),
      FactCatalog.of(expected),
      foreignObjects,
      extensions,
    );
  },

  partRenames(from, to) {
    return partRenames(FactCatalog.of(from), FactCatalog.of(to));
  },

  serialize(catalog: Catalog): string {
    const { facts, serverMajor } = FactCatalog.of(catalog);
    const text = serializeSnapshot(facts, { pgVersion: String(serverMajor) });
    return oneEntryALine(JSON.parse(text) as Record<string, unknown>);
  },

  deserialize(text: string): FactCatalog {
    const { factBase, pgVersion } = deserializeSnapshot(text);
    return new FactCatalog(factBase, Number.parseInt(pgVersion, 10));
  },

  tableFacts(catalog: Catalog) {
    return tableFacts(FactCatalog.of(catalog));
  },

  views(catalog: Catalog) {
    const { facts } = FactCatalog.of(catalog);
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
  const facts = roles
    ? withRolesOf(own, FactCatalog.of(roles).facts)
    : new CatalogFacts(own.facts, own.edges);
  return { all, catalog: new FactCatalog(facts, Number.parseInt(pgVersion, 10)) };
}

/** A statement with the object that it is about. */
export interface Statement {
  readonly subject: StableId;
  readonly sql: string;
}

/** What makes the objects of a catalog that some of its facts do not have yet, ordered by dependency. */
export function statementsToward(catalog: FactCatalog, there: readonly Fact[]): Statement[] {
  // What is there belongs to the user who made it.
  const edges = catalog.facts.edges.filter(({ kind }) => kind !== 'owner');
  const known = new CatalogFacts(there, edges);
  const legs = inOneTransaction(new FactCatalog(known, catalog.serverMajor), catalog);
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

function inOneTransaction(source: FactCatalog, target: FactCatalog): Leg[] {
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
function assumptions(...catalogs: FactCatalog[]) {
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

import type pg from 'pg';
import type { DependencyEdge, FactBase, Plan as EnginePlan, StableId } from '@supabase/pg-delta';
import { deserializeSnapshot, serializeSnapshot } from '@supabase/pg-delta';
import { extract } from '@supabase/pg-delta/extract';
import { plan } from '@supabase/pg-delta/plan';

import type { Catalog, DiffEngine, Difference, Ownership, Plan } from '../engine.js';
import { DiffError } from '../errors.js';
import { readCasts } from './casts.js';
import { FactCatalog, OWNER, ownedPart, withRolesOf } from './catalog.js';
import { withForcedReplacements } from './forced-replacement.js';
import { withoutRepeatedDefaults } from './repeated-defaults.js';
import { differences } from './differences.js';
import { withReplacedEnums } from './enum-growth.js';
import { CatalogFacts } from './facts.js';
import { objectName } from './object-name.js';
import { partRenames } from './part-renames.js';
import { stepsOf, touchedBy } from './steps.js';
import { poolInTransaction } from './transaction-pool.js';
import { ViewColumns } from './view-columns.js';
import { waypointBetween } from './waypoint.js';

/** The diff engine on `@supabase/pg-delta`, with what it leaves out of views added. */
export const pgDelta: DiffEngine = {
  async read(
    client: pg.ClientBase,
    ownership: Ownership,
    { complete = false, roles } = {},
  ): Promise<FactCatalog> {
    const columns = new ViewColumns();
    const { factBase, pgVersion, diagnostics } = await extract(poolInTransaction(client), {
      handlers: [columns],
    });
    const own = ownedPart(factBase, columns, ownership);
    const catalog = new FactCatalog(
      roles
        ? withRolesOf(own, FactCatalog.of(roles).facts)
        : new CatalogFacts(own.facts, own.edges),
      Number.parseInt(pgVersion, 10),
      await readCasts(client),
    );
    if (complete) {
      const unknown = diagnostics.filter(({ code }) => code === 'unmodeled_kind');
      const problems = unknown.map(
        ({ context }) => `${String(context?.['kind'])}: ${String(context?.['samples'])}`,
      );
      for (const { id } of factBase.facts()) {
        if (id.kind === 'defaultPrivilege' && !catalog.facts.has(id)) {
          problems.push(`default privileges of ${objectName({ kind: 'role', name: id.role })}`);
        }
      }
      if (problems.length > 0) {
        throw new DiffError(
          `the code describes objects that migrations cannot carry:\n${problems.map((problem) => `- ${problem}`).join('\n')}`,
        );
      }
    }
    return catalog;
  },

  withRoles(objects: Catalog, roles?: Catalog): FactCatalog {
    const { facts, serverMajor, casts } = FactCatalog.of(objects);
    const others = roles && FactCatalog.of(roles).facts;
    const parts = { facts: facts.facts(), edges: facts.edges };
    return new FactCatalog(withRolesOf(parts, others), serverMajor, casts);
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

  plan(from: Catalog, to: Catalog): Plan {
    const source = FactCatalog.of(from);
    const target = FactCatalog.of(to);
    const legs = inOneTransaction(source, target);
    const casts = target.casts ?? source.casts ?? new Set();
    return {
      steps: legs.flatMap((leg) => stepsOf(leg.plan, leg.from, casts)),
      touched: touchedBy(legs.flatMap((leg) => leg.plan.actions)),
    };
  },

  compare(actual, expected, strangers): Difference[] {
    return differences(FactCatalog.of(actual), FactCatalog.of(expected), strangers);
  },

  partRenames(from, to) {
    return partRenames(FactCatalog.of(from), FactCatalog.of(to));
  },

  serialize(catalog: Catalog): string {
    const { facts, serverMajor } = FactCatalog.of(catalog);
    const document = JSON.parse(
      serializeSnapshot(facts, { pgVersion: String(serverMajor) }),
    ) as Record<string, unknown>;
    return oneEntryALine(document);
  },

  deserialize(text: string): FactCatalog {
    const { factBase, pgVersion } = deserializeSnapshot(text);
    return new FactCatalog(factBase, Number.parseInt(pgVersion, 10));
  },

  relations(catalog: Catalog) {
    return FactCatalog.of(catalog)
      .facts.facts()
      .flatMap(({ id }) =>
        id.kind === 'table' ||
        id.kind === 'view' ||
        id.kind === 'materializedView' ||
        id.kind === 'foreignTable'
          ? [{ schema: id.schema, name: id.name }]
          : [],
      );
  },
};

/** A plan, and the catalog that it leads away from. */
interface Leg {
  readonly from: FactBase;
  readonly plan: EnginePlan;
}

function inOneTransaction(source: FactCatalog, target: FactCatalog): Leg[] {
  const options = assumptions(source, target);
  const [from, to] = [source.facts, target.facts];
  try {
    const waypoint = waypointBetween(from, to);
    if (!waypoint) return [planLeg(from, to, options)];
    return [
      planLeg(from, waypoint.facts, options, waypoint.types),
      planLeg(waypoint.facts, to, options),
    ];
  } catch (cause) {
    throw new DiffError(`the change cannot be planned: ${(cause as Error).message}`, { cause });
  }
}

/** @param usedLater Types whose values are used in the same transaction, after this plan. */
function planLeg(
  from: FactBase,
  to: FactBase,
  options: ReturnType<typeof assumptions>,
  usedLater: ReadonlySet<string> = new Set(),
): Leg {
  const desired = withTypesFirst(from, to);
  const marked = withForcedReplacements(from, desired);
  const result = plan(marked, desired, options);
  const replaced = withReplacedEnums(marked, desired, result, usedLater);
  const final = replaced ? plan(replaced, desired, options) : result;
  return { from, plan: { ...final, actions: withoutRepeatedDefaults(final.actions) } };
}

/**
 * The desired facts with each new table depending on the types of its columns. The engine then
 * makes the types first and writes the columns into `CREATE TABLE`, in the order of the code; else
 * it appends them.
 */
function withTypesFirst(source: FactBase, desired: FactBase): FactBase {
  const added = desired.edges.flatMap(({ from, to, kind }): DependencyEdge[] => {
    if (kind !== 'depends' || from.kind !== 'column') return [];
    if (to.kind !== 'type' && to.kind !== 'domain') return [];
    const table: StableId = { kind: 'table', schema: from.schema, name: from.table };
    return source.has(table) || !desired.has(table) ? [] : [{ from: table, to, kind }];
  });
  return added.length === 0
    ? desired
    : new CatalogFacts(desired.facts(), [...desired.edges, ...added]);
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

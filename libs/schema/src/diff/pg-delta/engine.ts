import type pg from 'pg';
import type { Fact, FactBase, Plan as EnginePlan, StableId } from '@supabase/pg-delta';
import { deserializeSnapshot, serializeSnapshot } from '@supabase/pg-delta';
import { extract } from '@supabase/pg-delta/extract';
import { plan } from '@supabase/pg-delta/plan';

import type { Catalog, DiffEngine, Difference, Ownership, Plan } from '../engine.js';
import { UserError } from '../../errors/errors.js';
import { readCasts } from './workarounds/casts.js';
import { FactCatalog, ownedPart, withRolesOf } from './catalog.js';
import { OWNER, withOwners } from './workarounds/owner-grants.js';
import { withoutEarlyDrops } from './workarounds/early-drops.js';
import { withForcedReplacements } from './workarounds/forced-replacement.js';
import { withoutRepeatedDefaults } from './workarounds/repeated-defaults.js';
import { differences } from './differences.js';
import { withReplacedEnums } from './workarounds/enum-growth.js';
import { extensionNeeds } from './workarounds/extension-needs.js';
import { identityUses } from './workarounds/identity-uses.js';
import { CatalogFacts } from './workarounds/facts.js';
import { withGeneratedColumns } from './workarounds/generated-columns.js';
import { inheritedObjects } from './workarounds/inherited.js';
import { recursiveViews } from './workarounds/recursive-views.js';
import { movesBetween } from './moves.js';
import { partRenames } from './part-renames.js';
import { subjectedSteps, touchedBy } from './steps.js';
import { tableFacts } from './table-facts.js';
import {
  attributeDifferences,
  attributeSteps,
  readAttributes,
  type Attribute,
} from './workarounds/attributes.js';
import { withSequenceOwners } from './workarounds/sequence-owners.js';
import { columnsThatKeepPosition, withPositions } from './workarounds/sequence-positions.js';
import { fillingSteps } from './workarounds/stored-rows.js';
import { refuseTypesInUse } from './workarounds/types-in-use.js';
import { withTypesFirst } from './workarounds/types-first.js';
import { poolInTransaction } from './workarounds/transaction-pool.js';
import { ViewColumns } from './workarounds/view-columns.js';
import { unsupported } from './workarounds/unsupported.js';
import { waypointBetween } from './workarounds/waypoint.js';

/** The diff engine on `@supabase/pg-delta`, with what it leaves out of views added. */
export const pgDelta: DiffEngine = {
  async read(
    client: pg.ClientBase,
    ownership: Ownership,
    { complete = false, roles } = {},
  ): Promise<FactCatalog> {
    const columns = new ViewColumns();
    const { factBase, pgVersion } = await extract(poolInTransaction(client), {
      handlers: [columns],
    });
    const apart = [...(await inheritedObjects(client)), ...(await recursiveViews(client))];
    const needs = [
      ...(await extensionNeeds(client, factBase)),
      ...(await identityUses(client, factBase)),
    ];
    const more = { facts: columns.facts, edges: [...columns.edges, ...needs] };
    const own = ownedPart(factBase, more, ownership, apart);
    const facts = roles
      ? withRolesOf(own, FactCatalog.of(roles).facts)
      : new CatalogFacts(own.facts, own.edges);
    const catalog = new FactCatalog(
      facts,
      Number.parseInt(pgVersion, 10),
      await readCasts(client),
      await readAttributes(client, ownership.schemas, ownership.roles, facts),
    );
    if (complete) {
      const issues = await unsupported(client, {
        schemas: ownership.schemas,
        serverMajor: catalog.serverMajor,
        all: factBase,
        owned: catalog.facts,
      });
      if (issues.length > 0) throw new UserError(issues);
    }
    return catalog;
  },

  withRoles(objects: Catalog, roles?: Catalog): FactCatalog {
    const { facts, serverMajor, casts, attributes } = FactCatalog.of(objects);
    const others = roles && FactCatalog.of(roles).facts;
    const parts = { facts: facts.facts(), edges: facts.edges };
    return new FactCatalog(withRolesOf(parts, others), serverMajor, casts, attributes);
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

  plan(from: Catalog, to: Catalog, { dropsExtensions = false, isRollback = false } = {}): Plan {
    const source = FactCatalog.of(from);
    const target = FactCatalog.of(to);
    refuseTypesInUse(source.facts, target.facts, isRollback);
    const legs = inOneTransaction(source, target);
    const kept = columnsThatKeepPosition(source.facts, target.facts);
    const casts = target.casts ?? source.casts ?? new Set();
    const steps = legs.flatMap((leg) =>
      subjectedSteps(leg.plan, leg, { casts, kept, dropsExtensions }),
    );
    return {
      steps: [
        ...withPositions(
          kept,
          steps.map(({ step }) => step),
        ),
        ...attributeSteps(
          source.attributes,
          target.attributes,
          target.facts,
          legs.map((leg) => leg.plan),
        ),
        ...fillingSteps(steps),
      ],
      touched: touchedBy(legs.flatMap((leg) => leg.plan.actions)),
    };
  },

  compare(actual, expected, foreignObjects, { extensions = false } = {}): Difference[] {
    const is = FactCatalog.of(actual);
    const shouldBe = FactCatalog.of(expected);
    return [
      ...differences(is, shouldBe, foreignObjects, extensions),
      ...attributeDifferences(is.attributes, shouldBe.attributes, {
        actual: is.facts,
        expected: shouldBe.facts,
      }),
    ];
  },

  partRenames(from, to) {
    return partRenames(FactCatalog.of(from), FactCatalog.of(to));
  },

  moves(from, to) {
    return movesBetween(FactCatalog.of(from), FactCatalog.of(to));
  },

  serialize(catalog: Catalog): string {
    const { facts, serverMajor, attributes } = FactCatalog.of(catalog);
    const document = JSON.parse(
      serializeSnapshot(facts, { pgVersion: String(serverMajor) }),
    ) as Record<string, unknown>;
    if (attributes.length === 0) return oneEntryALine(document);
    const digest = FactCatalog.of(catalog).digest;
    return oneEntryALine({ ...document, attributes, attributesDigest: digest });
  },

  deserialize(text: string): FactCatalog {
    const { factBase, pgVersion } = deserializeSnapshot(text);
    const { attributes, attributesDigest: digest } = JSON.parse(text) as {
      readonly attributes?: readonly Attribute[];
      readonly attributesDigest?: string;
    };
    const catalog = new FactCatalog(
      factBase,
      Number.parseInt(pgVersion, 10),
      undefined,
      attributes,
    );
    if (attributes && catalog.digest !== digest) throw new Error('the attributes were edited');
    return catalog;
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
    subjectedSteps(leg.plan, leg, { casts: new Set(), kept: [] }).map(({ subject, step }) => ({
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
    const bare = withoutEarlyDrops(from, to);
    const first = bare ? [planLeg(from, bare, options)] : [];
    const start = bare ?? from;
    const waypoint = waypointBetween(start, to);
    if (!waypoint) return [...first, planLeg(start, to, options)];
    return [
      ...first,
      planLeg(start, waypoint.facts, options, waypoint.types),
      planLeg(waypoint.facts, to, options),
    ];
  } catch (cause) {
    const message = `the change cannot be planned: ${(cause as Error).message}`;
    throw new UserError([{ code: 'unplannable-change', message }], { cause });
  }
}

/** @param usedLater Types whose values are used in the same transaction, after this plan. */
function planLeg(
  from: FactBase,
  to: FactBase,
  options: ReturnType<typeof assumptions>,
  usedLater: ReadonlySet<string> = new Set(),
): Leg {
  const desired = withGeneratedColumns(from, withTypesFirst(from, to));
  const marked = withForcedReplacements(from, desired);
  const result = plan(marked, desired, options);
  const replaced = withReplacedEnums(marked, desired, result, usedLater);
  const final = replaced ? plan(replaced, desired, options) : result;
  const actions = withSequenceOwners(withoutRepeatedDefaults(final.actions), from, to);
  return { from, to, plan: { ...final, actions } };
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

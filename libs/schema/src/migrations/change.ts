import type pg from 'pg';

import type { Shadow } from '../database/shadow.js';
import { refusing, runStatement, runStatements } from '../database/statements.js';
import type { DesiredState } from '../desired-state.js';
import { pgDelta, type Catalog, type Plan } from '../diff/index.js';
import type { StepPipeline } from '../steps/index.js';
import type { Migration } from './folder.js';
import {
  contractColumns,
  keepingValues,
  renamesOf,
  restoredTarget,
  type RestoredTarget,
} from './expansion/contract.js';
import { isConversion, type Expansion } from './expansion/expansion.js';
import { renameCandidates, renameObjects, type Rename, type RenamedCatalog } from './renames.js';
import { rawSteps } from './raw-steps.js';
import { prove } from './proof.js';
import { safeForm, simpleForm, type StepPart } from './safe-form/index.js';
import { provideRoles } from './scratch-roles.js';
import { SETTINGS } from './script.js';
import { readEnds, type Ends } from './source-catalog.js';

/** The way from one catalog to another, and back. */
export interface Change {
  readonly source: Catalog;
  readonly target: Catalog;
  readonly up: PlanInParts;
  readonly down: PlanInParts;
}

/** A plan with its steps as a script has them. */
export interface PlanInParts extends Plan {
  readonly parts: readonly StepPart[];
}

/** Says which of the objects that seem to be renamed are. */
export type AskRenames = (candidates: readonly Rename[]) => Promise<readonly Rename[]>;

/** What a change is made of. */
export interface ChangeOptions {
  readonly directory: string;
  readonly migrations: readonly Migration[];
  readonly state: DesiredState;
  readonly pipeline: StepPipeline;
  readonly renames: readonly Rename[];
  /** Columns that have two forms, of which the new one is to be the only one. */
  readonly contracts?: readonly Expansion[];
  /** Each script is one transaction. */
  readonly simple: boolean;
  /** Asked where `renames` has none. */
  readonly askRenames?: AskRenames;
}

/**
 * Plans the change from what the migrations lead to, to the desired state, and runs both its
 * scripts in a scratch database to see that they do.
 *
 * @throws {UserError} when the change cannot be made.
 */
export async function planChange(shadow: Shadow, options: ChangeOptions): Promise<Change> {
  const { directory, migrations, state, pipeline, renames, simple } = options;
  const ends = await readEnds(shadow, directory, migrations, state);
  const { client, source, catalog: target } = ends;
  const before = migrations.at(-1)?.record.raw ?? [];
  const [rawForth, rawBack] = [rawSteps(before, state.raw), rawSteps(state.raw, before)];
  const contracts = options.contracts ?? [];
  const renamed = await renamedSource(shadow, ends, renames, contracts);
  const { catalog: restored } = renamed.restored;
  const forth = pgDelta.plan(renamed.catalog, target, { dropsExtensions: true });
  const back = pgDelta.plan(restored, renamed.catalog);
  const candidates = renames.length + contracts.length > 0 ? [] : renameCandidates(forth.steps);
  const chosen = candidates.length > 0 ? ((await options.askRenames?.(candidates)) ?? []) : [];
  if (chosen.length > 0) return planChange(shadow, { ...options, renames: chosen });
  const up = [...renamed.up, ...keepingValues(forth.steps, contracts)];
  const down = [...renamed.restored.steps, ...back.steps, ...renamed.down];
  const steps = {
    up: pipeline.apply([...rawForth.first, ...up, ...rawForth.last], { direction: 'up' }),
    down: pipeline.apply([...rawBack.first, ...down, ...rawBack.last], { direction: 'down' }),
  };
  const facts = (catalog: Catalog) => pgDelta.tableFacts(catalog);
  const tables = {
    up: { before: facts(renamed.catalog), after: facts(target) },
    down: { before: facts(restored), after: facts(renamed.catalog) },
  };
  const parts = simple ? simpleForm(steps) : safeForm(steps, tables);
  const change: Change = {
    source,
    target,
    up: { dropped: forth.dropped, steps: steps.up, parts: parts.up },
    down: { dropped: back.dropped, steps: steps.down, parts: parts.down },
  };
  if (change.up.steps.length > 0) {
    await provideRoles(shadow, client, source);
    await makeRaw(client, state);
    await prove(client, change, ends.ownership, pipeline.owners);
  }
  return change;
}

/** Completes the scratch database with what catalogs do not see. */
async function makeRaw(client: pg.ClientBase, { raw }: DesiredState): Promise<void> {
  for (const { name, up } of raw) {
    await refusing({ subject: `raw SQL '${name}'`, message: 'PostgreSQL rejects it' }, () =>
      runStatement(client, up),
    );
  }
}

/** The source after renames, and the target that the way back to it begins with. */
export interface RenamedSource extends RenamedCatalog {
  readonly restored: RestoredTarget;
}

/**
 * The source after renames, which a scratch database makes: PostgreSQL knows all that a new name
 * changes.
 */
export async function renamedSource(
  shadow: Shadow,
  ends: Ends,
  renames: readonly Rename[],
  contracts: readonly Expansion[],
): Promise<RenamedSource> {
  const { source, catalog: target, ownership } = ends;
  const whole: RestoredTarget = { catalog: target, steps: [] };
  if (renames.length + contracts.length === 0) {
    return { catalog: source, up: [], down: [], restored: whole };
  }
  const client = await sourceDatabase(shadow, ends);
  const contraction = await contractColumns(client, ends.client, contracts);
  const all = [...renamesOf(contracts), ...renames];
  const renamed = await renameObjects(client, ownership, target, all);
  const isConverted = contracts.some(isConversion);
  return {
    restored: isConverted ? await restoredTarget(ends, client, contracts) : whole,
    catalog: pgDelta.withRoles(renamed.catalog, source),
    up: [...contraction.up, ...renamed.up],
    down: [...renamed.down, ...contraction.down],
  };
}

/** A scratch database that holds what the migrations lead to. */
export async function sourceDatabase(shadow: Shadow, { source, empty }: Ends): Promise<pg.Client> {
  const client = await shadow.database();
  await provideRoles(shadow, client, source);
  const { steps } = pgDelta.plan(pgDelta.withRoles(empty, source), source);
  await runStatements(
    client,
    steps.map(({ sql }) => sql),
    SETTINGS,
  );
  return client;
}

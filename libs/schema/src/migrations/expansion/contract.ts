import type pg from 'pg';

import { runStatements } from '../../database/statements.js';
import { inDiscardedTransaction } from '../../database/transaction.js';
import { pgDelta, type Catalog } from '../../diff/index.js';
import { UserError } from '../../errors/errors.js';
import type { MigrationStep } from '../../steps/index.js';
import type { Rename } from '../renames.js';
import { SETTINGS } from '../script.js';
import type { Ends } from '../source-catalog.js';
import { readColumn, readIndexes } from './column.js';
import { renamedDouble } from './double.js';
import {
  isConversion,
  readableColumn,
  tableOf,
  type Conversion,
  type Expansion,
  type RenamedColumn,
} from './expansion.js';
import { keysOnIndexes } from './keys-on-indexes.js';
import { addColumn, expansionSteps, stepOn, syncDrops, withdrawalSteps } from './steps.js';
import { renameBody, syncSteps, writtenBody } from './sync.js';
import { fillColumn, fillDouble } from './values.js';

/** Steps of both scripts. */
interface Contraction {
  readonly up: readonly MigrationStep[];
  readonly down: readonly MigrationStep[];
}

/** The renames that end expansions. */
export function renamesOf(expansions: readonly Expansion[]): Rename[] {
  return expansions.flatMap((expansion) =>
    isConversion(expansion)
      ? []
      : [{ from: [expansion.schema, expansion.table, expansion.from], to: expansion.to }],
  );
}

/**
 * Ends the expansions in the scratch database, which holds the source, as far as the diff engine does not. Of a renamed
 * column the double goes: the column itself has all values and all that depends on it, so a rename is all that is left.
 * Of a converted one the doubles stay, and the column is one that the code does not have.
 */
export async function contractColumns(
  client: pg.ClientBase,
  target: pg.ClientBase,
  expansions: readonly Expansion[],
): Promise<Contraction> {
  const up: MigrationStep[] = [];
  const down: MigrationStep[] = [];
  for (const expansion of expansions) {
    const contraction = isConversion(expansion)
      ? await endConversion(client, target, expansion)
      : await endRename(client, expansion);
    up.push(...contraction.up);
    down.unshift(...contraction.down);
  }
  return { up, down };
}

async function endRename(client: pg.ClientBase, expansion: RenamedColumn): Promise<Contraction> {
  const up = withdrawalSteps(expansion);
  // Some may have a column that was converted as well.
  const indexes = await readIndexes(client, tableOf(expansion), expansion.to);
  await run(client, up);
  const double = await renamedDouble(client, expansion);
  const added = expansionSteps(expansion, {
    doubles: [double],
    indexes,
    body: renameBody(expansion, double),
  });
  const fill = stepOn(expansion, 'alter', 'rows of column', expansion.to, fillDouble(expansion));
  return { up, down: [...added.columns, fill, ...added.triggers, ...added.indexes] };
}

async function endConversion(
  client: pg.ClientBase,
  target: pg.ClientBase,
  expansion: Conversion,
): Promise<Contraction> {
  const keys = await keysOnIndexes(client, target, expansion);
  const triggers = syncSteps(expansion, await writtenBody(client, expansion));
  const up = [...syncDrops(expansion), ...keys.up];
  await run(client, up);
  return { up, down: [...keys.down, ...triggers] };
}

function run(client: pg.ClientBase, steps: readonly MigrationStep[]): Promise<void> {
  return runStatements(
    client,
    steps.map(({ sql }) => sql),
  );
}

/** The code's state with the columns that conversions took away, and their values. */
export interface RestoredTarget {
  readonly catalog: Catalog;
  readonly steps: readonly MigrationStep[];
}

/** Gives the target back the columns that it lacks after conversions: what depends on them is the diff engine's. */
export async function restoredTarget(
  { client: target, catalog, ownership }: Ends,
  source: pg.ClientBase,
  expansions: readonly Expansion[],
): Promise<RestoredTarget> {
  const steps: MigrationStep[] = [];
  for (const expansion of expansions.filter(isConversion)) {
    const { type, collation } = (await readColumn(source, tableOf(expansion), expansion.from))!;
    const bare = { name: expansion.from, type, collation, grants: [] };
    steps.push(
      ...addColumn(expansion, bare),
      stepOn(expansion, 'alter', 'rows of column', expansion.from, fillColumn(expansion)),
    );
  }
  const restored = await inDiscardedTransaction(target, async () => {
    for (const sql of SETTINGS) await target.query(sql);
    for (const step of steps) await target.query(step.sql).catch(refuseReturn(step));
    return pgDelta.read(target, ownership);
  });
  return { catalog: pgDelta.withRoles(restored, catalog), steps };
}

/** The way back needs what the column is made of, such as its type. */
function refuseReturn({ object }: MigrationStep): (cause: Error) => never {
  return (cause) => {
    throw new UserError(
      [
        {
          code: 'unexpandable',
          subject: `column ${object}`,
          message: `the migration could not be rolled back: ${cause.message}`,
          fix: 'Keep the objects that the column needs in the code, and drop them in a separate migration later.',
        },
      ],
      { cause },
    );
  };
}

/** Steps that drop a converted column lose nothing: its values are in the doubles. */
export function keepingValues(
  steps: readonly MigrationStep[],
  expansions: readonly Expansion[],
): readonly MigrationStep[] {
  const converted = new Set(expansions.filter(isConversion).map((one) => readableColumn(one)));
  return steps.map((step) => {
    const { dataLoss, ...harmless } = step;
    const isConverted = step.verb === 'drop' && step.kind === 'column';
    return dataLoss && isConverted && converted.has(step.object) ? harmless : step;
  });
}

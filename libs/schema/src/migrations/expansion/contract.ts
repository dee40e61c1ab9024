import type pg from 'pg';

import { runStatements } from '../../database/statements.js';
import type { MigrationStep } from '../../steps/index.js';
import type { Rename } from '../renames.js';
import { readColumn, type Expansion } from './column.js';
import { contractionSteps, expansionSteps } from './steps.js';

/** The rename that ends an expansion. */
export function renameOf({ schema, table, from, to }: Expansion): Rename {
  return { from: [schema, table, from], to };
}

/**
 * Takes the doubles of columns away in the scratch database, which holds the source. The column itself has all values
 * and all that depends on it, so a rename is all that is left to do.
 */
export async function contractColumns(
  client: pg.ClientBase,
  expansions: readonly Expansion[],
): Promise<{ readonly up: readonly MigrationStep[]; readonly down: readonly MigrationStep[] }> {
  const up: MigrationStep[] = [];
  const down: MigrationStep[] = [];
  for (const expansion of expansions) {
    const steps = contractionSteps(expansion);
    await runStatements(
      client,
      steps.map(({ sql }) => sql),
    );
    const { column, fill, triggers, indexes } = expansionSteps(
      expansion,
      await readColumn(client, expansion),
    );
    up.push(...steps);
    down.unshift(...column, fill, ...triggers, ...indexes);
  }
  return { up, down };
}

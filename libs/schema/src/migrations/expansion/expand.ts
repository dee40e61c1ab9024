import { text } from '@rowhouse/errors';
import type pg from 'pg';

import type { Shadow } from '../../database/shadow.js';
import { runStatements } from '../../database/statements.js';
import { inDiscardedTransaction } from '../../database/transaction.js';
import { pgDelta } from '../../diff/index.js';
import { UserError } from '../../errors/errors.js';
import type { MigrationStep } from '../../steps/index.js';
import { renamedSource, sourceDatabase, type Change, type ChangeOptions } from '../change.js';
import { prove } from '../proof.js';
import { rawSteps } from '../raw-steps.js';
import { safeForm, simpleForm } from '../safe-form/index.js';
import { SETTINGS } from '../script.js';
import { readEnds } from '../source-catalog.js';
import { requireExpressions } from './check-expressions.js';
import { convertedDoubles, renamedDouble } from './double.js';
import { doublesOf, isConversion, readableColumn, type Expansion } from './expansion.js';
import { refuseOtherChanges } from './other-changes.js';
import { expansionsOf, type ExpansionRequest } from './request.js';
import { expansionSteps, withdrawalSteps, type ExpansionSteps } from './steps.js';
import { conversionBody, renameBody } from './sync.js';

/** The first half of changes of columns, and what it is the half of. */
export interface PlannedExpansion extends Change {
  readonly expands: readonly Expansion[];
}

/**
 * Plans the first half of changes of columns: each gets doubles in the form that new code knows, and triggers that
 * keep both in step. Both scripts run in a scratch database to see that they do.
 *
 * @throws {UserError} when the code changes something else as well, or a column cannot have a double.
 */
export async function planExpansion(
  shadow: Shadow,
  options: ChangeOptions,
  request: ExpansionRequest,
): Promise<PlannedExpansion> {
  const { directory, migrations, state, pipeline, simple } = options;
  const ends = await readEnds(shadow, directory, migrations, state);
  const client = await sourceDatabase(shadow, ends);
  const expands = await expansionsOf(request, client, ends.client);
  const conversions = expands.filter(isConversion);
  const renames = request.renames.filter(({ from }) => !conversions.some((one) => isOf(one, from)));
  const renamed = await renamedSource(shadow, ends, renames, []);
  const raw = rawSteps(migrations.at(-1)?.record.raw ?? [], state.raw);
  const { steps: others } = pgDelta.plan(renamed.catalog, ends.catalog, {
    dropsExtensions: true,
  });
  const facts = pgDelta.tableFacts(renamed.catalog);
  refuseOtherChanges([...raw.first, ...others, ...raw.last], conversions, facts);
  const forth: MigrationStep[] = [];
  const back: MigrationStep[] = [];
  for (const expansion of expands) {
    const steps = await stepsOf(expansion, client, ends.client);
    forth.push(...steps.columns, ...steps.triggers, ...steps.indexes);
    back.unshift(...withdrawalSteps(expansion));
  }
  const steps = {
    up: pipeline.apply(forth, { direction: 'up' }),
    down: pipeline.apply(back, { direction: 'down' }),
  };
  const statements = steps.up.map(({ sql }) => sql);
  await runStatements(client, statements, SETTINGS);
  await requireExpressions(client, conversions);
  const { source, ownership } = ends;
  const target = pgDelta.withRoles(
    await inDiscardedTransaction(client, () => pgDelta.read(client, ownership)),
    source,
  );
  const [old, fresh] = [source, target].map((catalog) => pgDelta.tableFacts(catalog));
  const parts = simple
    ? simpleForm(steps)
    : safeForm(steps, {
        up: { before: old!, after: fresh! },
        down: { before: fresh!, after: old! },
      });
  const change: PlannedExpansion = {
    expands,
    source,
    target,
    up: { dropped: [], steps: steps.up, parts: parts.up },
    down: { dropped: [], steps: steps.down, parts: parts.down },
  };
  await prove(client, change, ownership, pipeline.owners);
  return change;
}

function isOf({ schema, table, from }: Expansion, path: readonly string[]): boolean {
  return path[0] === schema && path[1] === table && path[2] === from;
}

async function stepsOf(
  expansion: Expansion,
  source: pg.ClientBase,
  target: pg.ClientBase,
): Promise<ExpansionSteps> {
  if (isConversion(expansion)) {
    const converted = await convertedDoubles(source, target, expansion);
    return expansionSteps(expansion, { ...converted, body: conversionBody(expansion, converted) });
  }
  const double = await renamedDouble(source, expansion);
  const { indexes } = double;
  return expansionSteps(expansion, {
    doubles: [double],
    indexes,
    body: renameBody(expansion, double),
  });
}

/**
 * Sees that a migration does not pass over columns that have two forms.
 *
 * @throws {UserError} naming each of them.
 */
export function requireContracted(expansions: readonly Expansion[]): void {
  if (expansions.length === 0) return;
  throw new UserError(
    expansions.map((expansion) => ({
      code: 'expanded-column',
      subject: `column ${readableColumn(expansion)}`,
      message: text`is being replaced by ${doublesOf(expansion).join(', ')}, since --expand`,
      fix: 'When no code uses the old column anymore, run `schema generate NAME --contract`. Make other changes after that.',
    })),
  );
}

/**
 * Sees that there is a second half to write.
 *
 * @throws {UserError} when the last migration is no first half.
 */
export function requireExpanded(expansions: readonly Expansion[]): void {
  if (expansions.length > 0) return;
  throw new UserError([
    {
      code: 'nothing-expanded',
      subject: '--contract',
      message: 'no column was added with --expand',
      fix: 'Start with --rename and --expand.',
    },
  ]);
}

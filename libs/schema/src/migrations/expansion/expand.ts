import { text } from '@rowhouse/errors';

import type { Shadow } from '../../database/shadow.js';
import { runStatements } from '../../database/statements.js';
import { inDiscardedTransaction } from '../../database/transaction.js';
import { pgDelta } from '../../diff/index.js';
import { UserError } from '../../errors/errors.js';
import type { Issue } from '../../errors/issue.js';
import type { MigrationStep } from '../../steps/index.js';
import { renamedSource, sourceDatabase, type Change, type ChangeOptions } from '../change.js';
import { prove } from '../proof.js';
import { rawSteps } from '../raw-steps.js';
import type { Rename } from '../renames.js';
import { safeForm, simpleForm } from '../safe-form/index.js';
import { SETTINGS } from '../script.js';
import { readEnds } from '../source-catalog.js';
import { readableColumn, readColumn, type Expansion } from './column.js';
import { contractionSteps, expansionSteps } from './steps.js';

/**
 * The columns that renames are about.
 *
 * @throws {UserError} for a rename of something else, or none.
 */
export function expansionsOf(renames: readonly Rename[]): readonly Expansion[] {
  const others = renames.filter(({ from }) => from.length !== 3);
  if (renames.length === 0 || others.length > 0) {
    throw new UserError([
      {
        code: 'unexpandable',
        subject: '--expand',
        ...(others[0] && { found: others[0].from.join('.') }),
        expected: [
          text`the rename of a column, such as ${'--rename blog.articles.title=headline'}`,
        ],
      },
    ]);
  }
  return renames.map(({ from: [schema, table, from], to }) => ({
    schema: schema!,
    table: table!,
    from: from!,
    to,
  }));
}

/**
 * Plans the first half of a rename: the column gets a double under its new name, and triggers that keep both in step.
 * Both scripts run in a scratch database to see that they do.
 *
 * @throws {UserError} when the code changes something else as well, or a column cannot have a double.
 */
export async function planExpansion(shadow: Shadow, options: ChangeOptions): Promise<Change> {
  const { directory, migrations, state, pipeline, renames, simple } = options;
  const expansions = expansionsOf(renames);
  const ends = await readEnds(shadow, directory, migrations, state);
  const renamed = await renamedSource(shadow, ends, renames, []);
  const raw = rawSteps(migrations.at(-1)?.record.raw ?? [], state.raw);
  const { steps: others } = pgDelta.plan(renamed.catalog, ends.catalog);
  refuseOtherChanges([...raw.first, ...others, ...raw.last]);
  const client = await sourceDatabase(shadow, ends);
  const forth: MigrationStep[] = [];
  const back: MigrationStep[] = [];
  for (const expansion of expansions) {
    const steps = expansionSteps(expansion, await readColumn(client, expansion));
    forth.push(...steps.column, ...steps.triggers, ...steps.indexes);
    back.unshift(...contractionSteps(expansion));
  }
  const steps = {
    up: pipeline.apply(forth, { direction: 'up' }),
    down: pipeline.apply(back, { direction: 'down' }),
  };
  const statements = steps.up.map(({ sql }) => sql);
  await runStatements(client, statements, SETTINGS);
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
  const touched = expansions.map(({ schema, table: name, to: column }) => ({
    schema,
    name,
    column,
  }));
  const change: Change = {
    source,
    target,
    up: { touched: [], steps: steps.up, parts: parts.up },
    down: { touched, steps: steps.down, parts: parts.down },
  };
  await prove(client, change, ownership, pipeline.owners);
  return change;
}

/** What has the name of the column in it: it stays as it is until the second half. */
const FOLLOWS = new Set([
  'view',
  'materialized view',
  'function',
  'trigger',
  'comment',
  'privilege',
]);

function refuseOtherChanges(steps: readonly MigrationStep[]): void {
  const views = new Set(steps.filter(({ kind }) => /view/.test(kind)).map(({ object }) => object));
  const issues = new Map<string, Issue>();
  for (const { verb, kind, object, relation } of steps) {
    if (FOLLOWS.has(kind) || (relation !== undefined && views.has(relation))) continue;
    const subject = `${verb} ${kind} ${object}`;
    issues.set(subject, {
      code: 'other-changes',
      subject,
      message: 'the code changes more than the names of columns',
      fix: 'Nothing was written. Generate the rest in a migration of its own, before or afterwards.',
    });
  }
  if (issues.size > 0) throw new UserError([...issues.values()]);
}

/**
 * Sees that a migration does not pass over columns that have two names.
 *
 * @throws {UserError} naming each of them.
 */
export function requireContracted(expansions: readonly Expansion[]): void {
  if (expansions.length === 0) return;
  throw new UserError(
    expansions.map((expansion) => ({
      code: 'expanded-column',
      subject: `column ${readableColumn(expansion)}`,
      message: text`is ${expansion.to} as well`,
      fix: 'When no code uses the old name any more, run `schema generate NAME --contract`; other changes come after that.',
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
      message: 'no column has two names',
      fix: 'Begin with --rename and --expand.',
    },
  ]);
}

import type pg from 'pg';

import { runStatements, StatementError } from '../database/statements.js';
import { inDiscardedTransaction } from '../database/transaction.js';
import { IN_TWO_MIGRATIONS, pgDelta, type Catalog, type Ownership } from '../diff/index.js';
import { UserError } from '../errors/errors.js';
import type { MigrationDirection, MigrationStep } from '../steps/index.js';
import type { Change } from './change.js';
import { describeDifference } from './describe-difference.js';
import { runOutsideTransaction } from './outside-transaction.js';
import type { StepPart } from './safe-form/index.js';
import { SETTINGS } from './script.js';

/**
 * Runs the change back and forth in the scratch database that holds its target; also from where a script stops
 * half-way, which the other one takes back.
 *
 * @param owners The extensions that changed the steps, for messages.
 * @throws {UserError} when a script does not lead where it should.
 */
export async function prove(
  client: pg.ClientBase,
  { source, target, up, down }: Change,
  ownership: Ownership,
  owners: readonly string[],
): Promise<void> {
  const blame = owners.length > 0 ? `, as rewritten by ${owners.join(', ')}` : '';
  const scripts = { up: unitsOf(up.parts), down: unitsOf(down.parts) };
  const isInParts = scripts.up.length + scripts.down.length > 2;
  const refuse = (
    message: string,
    details: { frame?: string; notes?: readonly string[] },
    cause?: unknown,
  ) =>
    new UserError(
      [
        {
          code: 'unproven-migration',
          message: `the migration was not written: ${message}`,
          ...details,
          fix: `${IN_TWO_MIGRATIONS}${isInParts ? ' Or try --simple: then each script is one transaction.' : ''}`,
        },
      ],
      { cause },
    );
  const run = async (direction: MigrationDirection, until?: number) => {
    await runUnits(client, scripts[direction].slice(0, until)).catch((cause: unknown) => {
      const details =
        cause instanceof StatementError ? { frame: cause.frame, notes: cause.notes } : {};
      throw refuse(
        `PostgreSQL rejects a statement of its ${direction}.sql${blame}: ${(cause as Error).message}`,
        details,
        cause,
      );
    });
  };
  const expectCatalog = async (direction: MigrationDirection, expected: Catalog, from: string) => {
    const actual = await inDiscardedTransaction(client, () => pgDelta.read(client, ownership));
    const differences = pgDelta.compare(actual, expected, 'reported');
    if (differences.length === 0) return;
    throw refuse(`its ${direction}.sql does not produce the expected result${from}${blame}`, {
      notes: differences.map(describeDifference),
    });
  };
  const ways = [
    { back: 'down', forth: 'up', start: source },
    { back: 'up', forth: 'down', start: target },
  ] as const;
  for (const { back, forth, start } of ways) {
    await run(back);
    await expectCatalog(back, start, '');
    for (const stop of stopsOf(scripts[forth])) {
      await run(forth, stop);
      await run(back);
      await expectCatalog(back, start, ` from an ${forth}.sql that stopped half-way`);
    }
  }
}

interface Unit {
  readonly isTransaction: boolean;
  readonly steps: readonly MigrationStep[];
}

/** What of a script is run as a whole. */
function unitsOf(parts: readonly StepPart[]): Unit[] {
  return parts.flatMap(({ isTransaction, steps }): Unit[] =>
    isTransaction
      ? [{ isTransaction, steps: steps.filter(isTheDatabases) }]
      : steps.map((step) => ({ isTransaction, steps: [step] })),
  );
}

/** The first and the last place where a script can stop: what is done between them does not depend on each other. */
function stopsOf(units: readonly Unit[]): number[] {
  if (units.length < 2) return [];
  return [...new Set([1, units.length - 1])];
}

async function runUnits(client: pg.ClientBase, units: readonly Unit[]): Promise<void> {
  for (const { isTransaction, steps } of units) {
    const statements = steps.map(({ sql }) => sql);
    if (isTransaction) await runStatements(client, statements, SETTINGS);
    else for (const sql of statements) await runAlone(client, sql);
  }
}

async function runAlone(client: pg.ClientBase, sql: string): Promise<void> {
  await runOutsideTransaction(client, sql, true).catch((cause: unknown) => {
    throw new StatementError(sql, cause as Error);
  });
}

/** Roles are the server's: a proof must not change them. */
function isTheDatabases({ kind }: MigrationStep): boolean {
  return kind !== 'role' && kind !== 'membership';
}

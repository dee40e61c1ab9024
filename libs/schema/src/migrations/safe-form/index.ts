/** The form of a migration that keeps nobody from reading or writing for long. */
import type { MigrationStep } from '../../steps/index.js';
import { inOneTransaction, safeScript, type ScriptTables, type StepPart } from './safe-form.js';
import { tolerant } from './tolerance.js';

export type { StepPart } from './safe-form.js';

/** Both scripts of a migration. */
export interface Both<T> {
  readonly up: T;
  readonly down: T;
}

/** Both scripts in the safe form; each takes the other back wherever that stopped. */
export function safeForm(
  steps: Both<readonly MigrationStep[]>,
  tables: Both<ScriptTables>,
): Both<readonly StepPart[]> {
  const up = safeScript(steps.up, tables.up);
  const down = safeScript(steps.down, tables.down);
  return { up: tolerant(up.parts, down.late), down: tolerant(down.parts, up.late) };
}

/** Both scripts in one transaction each. */
export function simpleForm({ up, down }: Both<readonly MigrationStep[]>): Both<StepPart[]> {
  return { up: [inOneTransaction(up)], down: [inOneTransaction(down)] };
}

import { quoteIdentifier, quoteQualified, type QualifiedName } from '../../sql/identifier.js';
import { QUALIFIED, qualifiedName } from '../../sql/statement-names.js';
import type { MigrationStep } from '../../steps/index.js';
import { notNullCheck } from './forms.js';
import type { LateObjects } from './late-objects.js';
import { recognise } from './recognise.js';
import type { StepPart } from './safe-form.js';

/**
 * The parts of a script that takes back another one wherever that stopped: what the other makes late may be missing
 * or half made, and what it drops late may be there still.
 *
 * @param late What the other script does late.
 */
export function tolerant(parts: readonly StepPart[], late: LateObjects): StepPart[] {
  const checks = parts.flatMap(({ steps }) => steps.flatMap((step) => leftCheck(step, late)));
  return parts.map(({ isTransaction, steps }, index) => ({
    isTransaction,
    steps: [
      // First, for it refuses each row that the script writes.
      ...(index === 0 ? checks : []),
      ...steps.flatMap((step) => tolerantStep(step, late)),
    ],
  }));
}

/** Drops the check that was to make a column `NOT NULL`. */
function leftCheck(step: MigrationStep, late: LateObjects): MigrationStep[] {
  const change = recognise(step.sql);
  if (change?.kind !== 'nullable' || !late.hasNotNull(change.table, change.column)) return [];
  return [{ ...step, sql: dropConstraint(change.table, notNullCheck(change.column)) }];
}

function tolerantStep(step: MigrationStep, late: LateObjects): MigrationStep[] {
  const change = recognise(step.sql);
  const as = (...statements: readonly string[]) => statements.map((sql) => ({ ...step, sql }));
  switch (change?.kind) {
    case 'dropped index': {
      const name = quoteQualified(change.name);
      if (!late.indexes.has(name)) return [step];
      const parts = late.partitionIndexes.get(name) ?? [];
      return as(...[change.name, ...parts].map(dropIndex));
    }
    case 'dropped constraint': {
      if (!late.hasConstraint(change.table, change.name)) return [step];
      const index = late.indexOf(change.table, change.name);
      return as(
        dropConstraint(change.table, change.name),
        ...(index
          ? [`-- The index was built but is not a constraint yet.\n${dropIndex(index)}`]
          : []),
      );
    }
    case 'index':
      if (!late.dropped.has(quoteQualified(change.name))) return [step];
      return as(step.sql.replace(' INDEX ', ' INDEX IF NOT EXISTS '));
    default: {
      // The comment goes with the index, which may not be there.
      const index = UNCOMMENTED.exec(step.sql)?.[1];
      return index && late.indexes.has(quoteQualified(qualifiedName(index))) ? [] : [step];
    }
  }
}

const UNCOMMENTED = new RegExp(`^COMMENT ON INDEX (${QUALIFIED}) IS NULL$`, 'u');

function dropIndex(index: QualifiedName): string {
  return `DROP INDEX IF EXISTS ${quoteQualified(index)}`;
}

function dropConstraint(table: QualifiedName, name: string): string {
  return `ALTER TABLE ${quoteQualified(table)} DROP CONSTRAINT IF EXISTS ${quoteIdentifier(name)}`;
}

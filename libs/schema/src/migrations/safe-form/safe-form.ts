import type { TableFacts } from '../../diff/index.js';
import { quoteQualified } from '../../sql/identifier.js';
import type { MigrationStep } from '../../steps/index.js';
import {
  checkedNotNull,
  concurrentIndex,
  keyOnIndex,
  lateForeignKey,
  partitionedIndex,
  validatedConstraint,
  type Form,
} from './forms.js';
import { hindrances, isFollower } from './hindrances.js';
import { LateObjects } from './late-objects.js';
import { recognise, type Change, type Changes } from './recognise.js';

/** Steps of a script that are one transaction, or of which each is run by itself. */
export interface StepPart {
  readonly isTransaction: boolean;
  readonly steps: readonly MigrationStep[];
}

/** What is known of the tables before a script, and after it. */
export interface ScriptTables {
  readonly before: TableFacts;
  readonly after: TableFacts;
}

/** A script in parts, and what it does after the first. */
export interface SafeScript {
  readonly parts: readonly StepPart[];
  readonly late: LateObjects;
}

/**
 * Writes the steps of a script in the form that keeps nobody from reading or writing for long. All that has no
 * such form, or needs none, stays one transaction, the first: what comes after it only adds to what that has made,
 * so that the other script can take it back wherever it stopped.
 */
export function safeScript(steps: readonly MigrationStep[], tables: ScriptTables): SafeScript {
  const late = new LateObjects();
  const changes: Changes = new Map(steps.map((step) => [step, recognise(step.sql)]));
  if (endsWithRenames(steps, changes)) return { parts: [inOneTransaction(steps)], late };
  const phases: Record<keyof Form, MigrationStep[]> = { now: [], outside: [], after: [], last: [] };
  const isHindered = hindrances(changes, tables);
  const drops: MigrationStep[] = [];
  const rebuilt = new Set(
    [...changes].flatMap(([step, change]) =>
      change && !isHindered(step, change) ? builtIndexOf(change) : [],
    ),
  );
  for (const step of steps) {
    const change = changes.get(step);
    if (change?.kind === 'dropped index' && !isHindered(step, change)) {
      late.dropped.add(quoteQualified(change.name));
      const dropped = {
        ...step,
        sql: `DROP INDEX CONCURRENTLY IF EXISTS ${quoteQualified(change.name)}`,
      };
      // An index that is built anew under its name goes before that; another one when nothing needs it any more.
      (rebuilt.has(quoteQualified(change.name)) ? phases.outside : drops).push(dropped);
      continue;
    }
    const form =
      (change && !isHindered(step, change) && formOf(step, change, tables, late)) ||
      plainForm(step, change, late);
    for (const [phase, statements] of Object.entries(form) as [keyof Form, readonly string[]][]) {
      phases[phase].push(...statements.map((sql) => ({ ...step, sql })));
    }
  }
  phases.outside.push(...drops);
  const parts: StepPart[] = [
    { isTransaction: true, steps: phases.now },
    { isTransaction: false, steps: phases.outside },
    { isTransaction: true, steps: phases.after },
    { isTransaction: false, steps: phases.last },
  ];
  return { parts: parts.filter((part) => part.steps.length > 0), late };
}

export function inOneTransaction(steps: readonly MigrationStep[]): StepPart {
  return { isTransaction: true, steps };
}

/** What comes after a rename would have to use the new names. */
function endsWithRenames(steps: readonly MigrationStep[], changes: Changes): boolean {
  const last = steps.findLastIndex(({ verb }) => verb === 'rename');
  return steps.slice(0, Math.max(last, 0)).some((step) => changes.get(step) !== undefined);
}

/** The index that a change builds outside a transaction. */
function builtIndexOf(change: Change): string[] {
  if (change.kind === 'index') return [quoteQualified(change.name)];
  if (change.kind !== 'key') return [];
  return [quoteQualified({ schema: change.table.schema, name: change.name })];
}

/** A step as it is, after what it says something of. */
function plainForm(step: MigrationStep, change: Change | undefined, late: LateObjects): Form {
  if (change?.kind === 'foreign key' && late.isKeyOf(change.references)) {
    late.addConstraint(change.table, change.name);
    return { after: [step.sql] };
  }
  return isFollower(step) && late.isMentioned(step.sql)
    ? { after: [step.sql] }
    : { now: [step.sql] };
}

function formOf(
  { sql }: MigrationStep,
  change: Change,
  { after: facts }: ScriptTables,
  late: LateObjects,
): Form | undefined {
  switch (change.kind) {
    case 'index': {
      late.addIndex(change.name, change.isUnique ? change.table : undefined);
      if (!facts.partitionsOf(change.table)) return concurrentIndex(change);
      const { indexes, ...form } = partitionedIndex(change, facts.partitionsOf);
      late.partitionIndexes.set(quoteQualified(change.name), indexes);
      return form;
    }
    case 'key':
      late.addKey(change.table, change.name);
      return keyOnIndex(change);
    case 'foreign key':
      if (late.isKeyOf(change.references)) {
        late.addConstraint(change.table, change.name);
        return lateForeignKey(sql, change.table, change.name);
      }
      return validatedConstraint(sql, change.table, change.name);
    case 'check':
      return validatedConstraint(sql, change.table, change.name);
    case 'not null':
      late.addNotNull(change.table, change.column);
      return checkedNotNull(sql, change.table, change.column);
    default:
      return undefined;
  }
}

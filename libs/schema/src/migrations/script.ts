import { UserError } from '../errors/errors.js';
import type { MigrationDirection, MigrationStep } from '../steps/index.js';
import type { StepPart } from './safe-form/index.js';
import { NO_TRANSACTION, TRANSACTION } from './script-units.js';

/**
 * Names in a script are qualified, and function bodies are checked when they run: they may name a
 * table that a later statement creates.
 */
export const SETTINGS = [
  'SET LOCAL search_path = pg_catalog',
  'SET LOCAL check_function_bodies = off',
];

/** One change of a migration in words, such as `rebuild view api.articles`. */
export interface ScriptChange {
  readonly verb: MigrationStep['verb'] | 'rebuild' | 'set';
  readonly kind: string;
  readonly object: string;
}

/**
 * What steps amount to, in their order: parts of a new or dropped relation are not listed apart.
 */
export function changesOf(steps: readonly MigrationStep[]): ScriptChange[] {
  const verbs = new Map<string, Set<MigrationStep['verb']>>();
  for (const step of steps) {
    const key = keyOf(step);
    verbs.set(key, (verbs.get(key) ?? new Set()).add(step.verb));
  }
  const whole = new Set(
    steps
      .filter(({ kind, verb }) => RELATIONS.has(kind) && (verb === 'create' || verb === 'drop'))
      .map(({ object }) => object),
  );
  const changes = new Map<string, ScriptChange>();
  for (const step of steps) {
    if (step.relation !== undefined && whole.has(step.relation)) continue;
    if (step.kind === 'privilege') {
      changes.set(keyOf(step), { verb: 'set', kind: 'privileges', object: step.object });
      continue;
    }
    const used = verbs.get(keyOf(step))!;
    const first = [...used][0]!;
    const verb = used.has('drop') && used.has('create') ? 'rebuild' : first;
    changes.set(keyOf(step), { verb, kind: step.kind, object: step.object });
  }
  return [...changes.values()];
}

const RELATIONS = new Set(['table', 'view', 'materialized view']);

/** Data that a step loses. */
export interface Loss {
  /** The step, such as `drop column blog.articles.subtitle`. */
  readonly step: string;
  /** In words, such as `its values are lost`. */
  readonly loss: string;
}

/** What steps lose. */
export function lossesOf(steps: readonly MigrationStep[]): Loss[] {
  return steps.flatMap(({ verb, kind, object, dataLoss }) =>
    dataLoss === undefined ? [] : [{ step: `${verb} ${kind} ${object}`, loss: dataLoss }],
  );
}

/**
 * Sees that nothing is lost.
 *
 * @param fix What has happened so far, and what to do.
 * @throws {UserError} naming each loss.
 */
export function refuseDataLoss(losses: readonly Loss[], fix: string): void {
  if (losses.length === 0) return;
  throw new UserError(
    losses.map(({ step, loss }) => ({ code: 'data-loss', subject: step, message: loss, fix })),
  );
}

/**
 * Writes `up.sql` or `down.sql`: a header in words, then the statements.
 *
 * @param steps What the script does, for the header.
 * @param endStatements Come last in each transaction.
 */
export function writeScript(
  id: string,
  direction: MigrationDirection,
  steps: readonly MigrationStep[],
  parts: readonly StepPart[],
  endStatements: readonly string[],
): string {
  const losses = lossesOf(steps);
  const isWhole = parts.every(({ isTransaction }) => isTransaction);
  const header = [
    `${direction === 'up' ? 'Applies' : 'Takes back'} ${id}.`,
    ...(isWhole
      ? ['Written by `schema generate`. Run in one transaction.']
      : [
          'Written by `schema generate`. Run in parts, so that other sessions can read and write.',
          'After an interruption, the next run continues where it stopped; the other script undoes what was done.',
        ]),
    '',
    ...changesOf(steps).map(({ verb, kind, object }) => `  ${verb} ${kind} ${object}`),
    ...(losses.length > 0
      ? ['', 'LOSES DATA:', ...losses.map(({ step, loss }) => `  ${step}: ${loss}`)]
      : []),
  ];
  const body = parts.flatMap((part) => [
    ...partHead(part, isWhole),
    ...part.steps.map(({ sql, dataLoss }) =>
      dataLoss === undefined ? `${sql};` : `-- Loses data: ${dataLoss}.\n${sql};`,
    ),
    ...(part.isTransaction ? endStatements.map((statement) => `${statement};`) : []),
  ]);
  return [header.map((line) => `-- ${line}`.trimEnd()).join('\n'), ...body]
    .map((part) => `${part}\n`)
    .join('\n');
}

function partHead({ isTransaction }: StepPart, isWhole: boolean): string[] {
  const settings = SETTINGS.map((setting) => `${setting};`).join('\n');
  if (isWhole) return [settings];
  return isTransaction ? [`${TRANSACTION}\n${settings}`] : [NO_TRANSACTION];
}

function keyOf({ kind, object }: MigrationStep): string {
  return `${kind} ${object}`;
}

import { relative } from 'node:path';

import type { Change, CleanResult, EjectAllResult, GenerateResult, Plan } from '@rowhouse/core';
import { lostEdits, manifestName } from '@rowhouse/core/generate';

import { painterFor, type Painter } from './colors.js';
import { printLine } from './print.js';

const mostNamed = 10;

/** Prints one line a change: `CREATE routes/__init__.py`; then how many files stay as they are, if any. */
export function printChanges(plan: Plan): void {
  const painter = painterFor(process.stdout);
  for (const change of plan.changes) {
    if (change.kind !== 'unchanged')
      printLine(`${verb(change, painter)} ${change.path}${note(change)}`);
  }
  const { unchanged } = countChanges(plan);
  if (unchanged > 0) printLine(`${painter.dim('UNCHANGED')} ${count(unchanged, 'file')}`);
}

/** Names each file in which somebody's work is lost. */
export function printLostEdits(plan: Plan): void {
  const painter = painterFor(process.stdout);
  for (const change of lostEdits(plan)) {
    printLine(`${verb(change, painter)} ${change.path}${note(change)}`);
  }
}

/** Prints each change as a unified diff, but for the manifest: it only repeats, in hashes, the others. */
export async function printDiff(plan: Plan): Promise<void> {
  const { unifiedDiff } = await import('./diff.js');
  const painter = painterFor(process.stdout);
  for (const change of plan.changes) {
    if (change.kind === 'unchanged' || change.path === manifestName) continue;
    for (const line of unifiedDiff(change)) {
      const paint = line.startsWith('+') ? 'green' : line.startsWith('-') ? 'red' : undefined;
      printLine(paint ? painter[paint](line) : line);
    }
  }
}

/** Says why each file differs: what changed since the last run, and who makes the file. */
export function printReasons({ plan, reasons }: GenerateResult): void {
  const painter = painterFor(process.stdout);
  if (!reasons) {
    printLine('Nothing has changed since the last run.');
    return;
  }
  const { changed, makers } = reasons;
  if (changed === undefined) printLine('There is no record of an earlier run.');
  else if (changed.length > 0) printLine(`Changed since the last run: ${shortList(changed)}`);
  for (const change of plan.changes) {
    const { kind, path } = change;
    if (kind === 'unchanged' || path === manifestName) continue;
    const why = kind === 'delete' ? 'the config no longer generates it' : makers[path]?.join('; ');
    printLine(
      `${verb(change, painter)} ${path}${note(change)}${why === undefined ? '' : `: ${why}`}`,
    );
  }
}

/**
 * What a run did, or would do, in a line or a few.
 *
 * @param elapsedMs how long it took. A terminal alone shows it: to programs, the same work says the same.
 */
export function summary(
  { plan, outputRoot, written, instances }: GenerateResult,
  elapsedMs?: number,
): readonly string[] {
  const { create, update, remove, unchanged } = countChanges(plan);
  const total = create + update + unchanged;
  const parts = [
    create && `${create} created`,
    update && `${update} updated`,
    remove && `${remove} deleted`,
  ].filter(Boolean);
  const where = shownDirectory(outputRoot);
  const lines: string[] = [];
  if (written) {
    if (unchanged > 0 && parts.length > 0) parts.push(`${unchanged} unchanged`);
    const what = parts.length === 0 ? 'up to date' : parts.join(', ');
    const { scope, count: amount } = instances;
    const isShown = elapsedMs !== undefined && process.stdout.isTTY;
    const time = isShown ? ` (${(elapsedMs / 1000).toFixed(1)} s)` : '';
    lines.push(`${where}: ${count(amount, scope)}, ${count(total, 'file')}: ${what}${time}`);
  }
  const { orphans, narrowed } = plan;
  if (narrowed !== undefined) {
    lines.push(`${where} is ${narrowed}: only generated files were removed from it.`);
  }
  if (orphans.length > 0) {
    lines.push(`Left from earlier runs, --prune removes them: ${shortList(orphans)}.`);
  }
  return lines;
}

/** What a clean did, or would do. */
export function cleanSummary({ plan, outputRoot, written }: CleanResult): string {
  const { remove } = countChanges(plan);
  const where = shownDirectory(outputRoot);
  if (remove === 0) return `${where}: nothing to delete.`;
  return `${where}: ${count(remove, 'file')} ${written ? 'deleted' : 'to delete'}.`;
}

/** What became the user's own, or would. */
export function ejectionSummary(
  { outputRoot, plan, edited, written }: EjectAllResult,
  config: string,
): readonly string[] {
  if (!written) return [];
  const { update } = countChanges(plan);
  const kept = edited.length > 0 ? [`Your edits stay: ${edited.join(', ')}.`] : [];
  return [
    `${shownDirectory(outputRoot)} is yours: ${count(update, 'file')} without a header, ${manifestName} is gone.`,
    ...kept,
    `Delete ${config}: generating from it again would overwrite your files.`,
  ];
}

/** The end of generation, for programs to read. */
export function ejectionJson({ outputRoot, plan, edited, written }: EjectAllResult): object {
  return { outputRoot, written, edited, ...planJson(plan) };
}

/** What a watch follows, and how it ends. */
export function watchNotice(config: string, others: number): string {
  const what = others > 0 ? `${config} and ${count(others, 'more file')}` : config;
  return `Watching ${what}; Ctrl+C stops.`;
}

/** A run, for programs to read. */
export function resultJson(result: GenerateResult): object {
  const { target, outputRoot, plan, written, instances, files, absent, hash, notices } = result;
  return {
    target,
    outputRoot,
    written,
    instances,
    ...planJson(plan),
    notices,
    config: { files, absent, hash },
  };
}

/** A clean, for programs to read. */
export function cleanJson({ outputRoot, plan, written }: CleanResult): object {
  return { outputRoot, written, ...planJson(plan) };
}

function shortList(names: readonly string[]): string {
  const rest = names.length > mostNamed ? `, and ${names.length - mostNamed} more` : '';
  return names.slice(0, mostNamed).join(', ') + rest;
}

function planJson(plan: Plan): object {
  const { create, update, remove, unchanged } = countChanges(plan);
  return {
    counts: { create, update, delete: remove, unchanged },
    changes: plan.changes.map((change) => ({
      kind: change.kind,
      path: change.path,
      ...('origin' in change && { origin: change.origin }),
    })),
    leftOver: plan.orphans,
  };
}

function countChanges(plan: Plan) {
  const counts = { create: 0, update: 0, delete: 0, unchanged: 0 };
  for (const { kind } of plan.changes) counts[kind]++;
  const { delete: remove, ...others } = counts;
  return { ...others, remove };
}

function verb({ kind }: Change, painter: Painter): string {
  if (kind === 'create') return painter.green('CREATE');
  return kind === 'delete' ? painter.red('DELETE') : painter.yellow('UPDATE');
}

/** A change that loses somebody's work says so. */
function note(change: Change): string {
  if (!('origin' in change) || change.origin === 'generated') return '';
  if (change.origin === 'edited') return ' (edited by hand)';
  return change.kind === 'update' ? ' (not generated before)' : '';
}

function shownDirectory(path: string): string {
  const inside = relative(process.cwd(), path);
  if (inside === '') return '.';
  return inside.startsWith('..') ? path : inside;
}

function count(amount: number, noun: string): string {
  return `${amount} ${noun}${amount === 1 ? '' : 's'}`;
}

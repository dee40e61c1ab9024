import type pg from 'pg';

import { caretBelow, notesOf, offsetOf } from '../database/refusal.js';
import { fixForState } from '../database/sqlstate.js';
import { splitStatements } from '../sql/split-statements.js';
import { UserError } from '../errors/errors.js';
import type { ScriptUnit } from './script-units.js';

/** Long statements are cut to the lines around the error. */
const LINES = 3;

const HALF_DONE =
  'The earlier parts of the migration stay applied. To continue from here, run `schema migrate`; to undo them, run `schema rollback`.';

/**
 * What PostgreSQL refuses of a script: its place, `20260131093000_add-articles/up.sql:14`, the lines
 * there with a caret, what the code means, and what may fix it.
 *
 * @param unit What of the script was running.
 * @param run How many statements of the unit were run before.
 * @param isHalfDone Whether the database has a part of the migration.
 * @param holders Who held the locks that it waited for last.
 */
export function scriptError(
  file: string,
  script: string,
  error: pg.DatabaseError,
  {
    unit,
    run,
    isHalfDone,
    holders,
  }: {
    readonly unit: ScriptUnit;
    readonly run: number;
    readonly isHalfDone: boolean;
    readonly holders: readonly string[];
  },
): UserError {
  const code = error.code ?? '';
  const statement = splitStatements(unit.sql)[run];
  const position = Number(error.position);
  const within = position > 0 ? offsetOf(unit.sql, position) : statement?.start;
  const at = within === undefined ? undefined : unit.start + within;
  const line = at === undefined ? undefined : lineAt(script, at);
  const failed = unit.isTransaction ? 'failed and was rolled back' : 'failed';
  const notes = [...notesOf(error), ...functionsOf(error), ...holders, isHalfDone ? HALF_DONE : ''];
  return new UserError(
    [
      {
        code: 'migration-failed',
        ...(line === undefined ? { subject: file } : { place: { file, line } }),
        message: `${failed}: ${error.message} (${code})`,
        ...(at === undefined ? {} : { frame: excerpt(script, at, position > 0).join('\n') }),
        notes: notes.filter((note) => note !== ''),
        ...fixForState(code),
      },
    ],
    { cause: error },
  );
}

/** The functions that were running, the innermost first. */
function functionsOf({ where = '' }: pg.DatabaseError): string[] {
  return where
    .split('\n')
    .filter((line) => FUNCTION.test(line))
    .slice(0, LINES);
}

const FUNCTION = /^(?:PL\/\w+|SQL) function /i;

/** The lines at a place, numbered, with a caret below where it is exact. */
function excerpt(script: string, at: number, isExact: boolean): string[] {
  const line = lineAt(script, at);
  const all = script.split('\n');
  const start = isExact ? firstOfStatement(all, Math.max(1, line - LINES + 1), line) : line;
  const end = isExact ? line : lastOfStatement(all, line, Math.min(all.length, line + LINES - 1));
  const width = String(end).length;
  const lines = all
    .slice(start - 1, end)
    .map((text, index) => `${String(start + index).padStart(width)} | ${text}`.trimEnd());
  if (isExact) lines.push(`${' '.repeat(width)} | ${caretBelow(script, at)}`);
  return lines;
}

function lastOfStatement(lines: readonly string[], line: number, last: number): number {
  const index = lines.slice(line - 1, last).findIndex((text) => text.endsWith(';'));
  return index < 0 ? last : line + index;
}

/** Not the end of the statement before. */
function firstOfStatement(lines: readonly string[], first: number, line: number): number {
  for (let number = line - 1; number >= first; number--) {
    const text = lines[number - 1]!;
    if (text.trim() === '' || text.endsWith(';')) return number + 1;
  }
  return first;
}

function lineAt(script: string, at: number): number {
  return script.slice(0, at).split('\n').length;
}

import { createHash } from 'node:crypto';

import { splitStatements } from '../sql/split-statements.js';
import { UserError } from '../errors/errors.js';
import type { Issue } from '@rowhouse/errors';

/** Begins a part of a script that is one transaction, as all of a script is that has no such line. */
export const TRANSACTION = '-- part: transaction';

/** Begins a part of a script in which each statement is run by itself. */
export const NO_TRANSACTION = '-- part: no transaction';

/** What of a script is run, and noted as done, as a whole: a transaction, or a statement outside of one. */
export interface ScriptUnit {
  readonly isTransaction: boolean;
  readonly sql: string;
  /** Where it begins in the script. */
  readonly start: number;
}

const MARKER = /^-- part:[^\S\n]*(.*?)[^\S\n]*$/gm;

/**
 * The units of a script, in their order; at least one.
 *
 * @param file For messages.
 * @throws {UserError} for a part that is called something else.
 */
export function unitsOf(file: string, script: string): ScriptUnit[] {
  const statements = splitStatements(script).map(({ text: sql, start }) => ({
    sql,
    start,
    end: start + sql.length,
  }));
  const markers = [...script.matchAll(MARKER)].filter(
    ({ index }) => !statements.some(({ start, end }) => start < index && index < end),
  );
  const issues = markers.flatMap(({ 0: line, index }) => issueOf(file, script, line, index));
  if (issues.length > 0) throw new UserError(issues);
  const starts = [0, ...markers.map(({ index }) => index)];
  const units = starts.flatMap((start, part): ScriptUnit[] => {
    const end = starts[part + 1] ?? script.length;
    const own = statements.filter((one) => start <= one.start && one.start < end);
    if (own.length === 0) return [];
    if (part > 0 && markers[part - 1]![0].trimEnd() === NO_TRANSACTION) {
      return own.map(({ sql, start: at }) => ({ isTransaction: false, sql, start: at }));
    }
    return [{ isTransaction: true, sql: script.slice(start, end), start }];
  });
  return units.length > 0 ? units : [{ isTransaction: true, sql: '', start: 0 }];
}

function issueOf(file: string, script: string, line: string, index: number): Issue[] {
  if ([TRANSACTION, NO_TRANSACTION].includes(line.trimEnd())) return [];
  const number = script.slice(0, index).split('\n').length;
  return [
    {
      code: 'unknown-part',
      place: { file, line: number },
      found: line.trimEnd(),
      expected: [{ oneOf: [TRANSACTION, NO_TRANSACTION] }],
    },
  ];
}

/** Equal for equal units; line endings do not count. */
export function checksumOfUnits(units: readonly ScriptUnit[]): string {
  const hash = createHash('sha256');
  for (const { sql } of units) hash.update(sql.replaceAll('\r\n', '\n').trim()).update('\0');
  return hash.digest('hex');
}

const CONCURRENTLY =
  /^((?:CREATE (?:UNIQUE )?INDEX|DROP INDEX) |ALTER TABLE .* DETACH PARTITION .*?)CONCURRENTLY\b ?/is;

/** The script as one transaction can run it, where nobody else is kept waiting: in a scratch database. */
export function asOneTransaction(file: string, script: string): string {
  return unitsOf(file, script)
    .map(({ isTransaction, sql }) => (isTransaction ? sql : sql.replace(CONCURRENTLY, '$1')))
    .join('\n;\n');
}

import { text, type Issue } from '@rowhouse/errors';
import type pg from 'pg';

import { UserError } from '../../errors/errors.js';
import { quoteIdentifier } from '../../sql/identifier.js';
import { parseAssignment } from '../assignment.js';
import type { Rename } from '../renames.js';
import { readColumn } from './column.js';
import { readableColumn, tableOf, type Expansion } from './expansion.js';
import { castsBothWays } from './lossless.js';

/** A column in terms of others of its table. */
export interface ColumnExpression {
  /** Schema, table, and column. */
  readonly path: readonly string[];
  /** As SQL. */
  readonly value: string;
}

/** What `--expand` is to begin. */
export interface ExpansionRequest {
  readonly renames: readonly Rename[];
  /** New columns in terms of old ones. */
  readonly up: readonly ColumnExpression[];
  /** Old columns in terms of new ones. */
  readonly down: readonly ColumnExpression[];
}

/**
 * Reads `blog.articles.cents=price * 100`, the value of `--up` or `--down`.
 *
 * @throws {UserError} for anything else.
 */
export function parseExpression(flag: '--up' | '--down', option: string): ColumnExpression {
  const expression = parseAssignment(option);
  if (expression?.path.length === 3) return expression;
  throw new UserError([
    {
      code: 'invalid-expression',
      subject: flag,
      found: option,
      expected: ['schema.table.column=expression'],
    },
  ]);
}

/** A column, and what it becomes. */
interface Wanted {
  readonly schema: string;
  readonly table: string;
  readonly from: string;
  readonly to: readonly string[];
}

/**
 * The expansions that are asked for: a column that keeps its type is renamed, one of another type or of several new
 * names is converted.
 *
 * @param source A scratch database that holds the columns as old code knows them.
 * @param target One that holds them as new code does.
 * @throws {UserError} for renames of something else, or none; for expressions that are missing, or about other columns.
 */
export async function expansionsOf(
  { renames, up, down }: ExpansionRequest,
  source: pg.ClientBase,
  target: pg.ClientBase,
): Promise<readonly Expansion[]> {
  const wanted = columnsOf(renames);
  const issues: Issue[] = [...strangers('--up', up, newNames(wanted))];
  issues.push(
    ...strangers(
      '--down',
      down,
      wanted.map(({ from, ...table }) => [table, from]),
    ),
  );
  const expansions: Expansion[] = [];
  for (const one of wanted) {
    const { to, ...column } = one;
    const [only] = to;
    const before = await readColumn(source, tableOf(one), one.from);
    const isSaid = [one.from, ...to].some((name) =>
      [...up, ...down].some(({ path }) => isPathOf(path, one, name)),
    );
    // A column that is not there is refused as a rename of it is.
    if (!before) {
      expansions.push({ ...column, to: only! });
      continue;
    }
    const after = await Promise.all(to.map((name) => readColumn(target, tableOf(one), name)));
    const absent = to.filter((_, at) => !after[at]);
    if (absent.length > 0) {
      issues.push(...absent.map((name) => noColumn(readableColumn(one, name))));
      continue;
    }
    if (to.length === 1 && !isSaid) {
      if (before.type === after[0]!.type) {
        expansions.push({ ...column, to: only! });
        continue;
      }
      if (castsBothWays(before, after[0]!)) {
        const into = [{ to: only!, up: quoteIdentifier(one.from) }];
        expansions.push({ ...column, into, down: quoteIdentifier(only!) });
        continue;
      }
    }
    const back = valueOf(down, one, one.from);
    const into = to.map((name) => ({ to: name, up: valueOf(up, one, name) }));
    for (const part of into) {
      if (part.up === undefined) issues.push(missing('--up', one, part.to, [one.from]));
    }
    if (back === undefined) issues.push(missing('--down', one, one.from, to));
    expansions.push({
      ...column,
      into: into.map((part) => ({ to: part.to, up: part.up ?? '' })),
      down: back ?? '',
    });
  }
  if (issues.length > 0) throw new UserError(issues);
  return expansions;
}

/** The columns that renames are about, each with all its new names. */
function columnsOf(renames: readonly Rename[]): readonly Wanted[] {
  const other = renames.find(({ from }) => from.length !== 3);
  if (renames.length === 0 || other) {
    throw new UserError([
      {
        code: 'unexpandable',
        subject: '--expand',
        ...(other && { found: other.from.join('.') }),
        expected: [
          text`the rename of a column, such as ${'--rename blog.articles.title=headline'}`,
        ],
      },
    ]);
  }
  const columns = new Map<string, Wanted>();
  for (const { from: path, to } of renames) {
    const [schema, table, from] = path as [string, string, string];
    const before = columns.get(JSON.stringify(path))?.to ?? [];
    columns.set(JSON.stringify(path), { schema, table, from, to: [...before, to] });
  }
  return [...columns.values()];
}

type Named = readonly [table: Pick<Wanted, 'schema' | 'table'>, column: string];

function newNames(wanted: readonly Wanted[]): Named[] {
  return wanted.flatMap(({ to, ...table }) => to.map((name): Named => [table, name]));
}

function strangers(
  flag: string,
  expressions: readonly ColumnExpression[],
  known: readonly Named[],
): Issue[] {
  return expressions
    .filter(({ path }) => !known.some(([table, name]) => isPathOf(path, table, name)))
    .map(({ path }) => ({
      code: 'invalid-expression',
      subject: flag,
      found: path.join('.'),
      expected: known.map(([{ schema, table }, name]) => [schema, table, name].join('.')),
    }));
}

function isPathOf(path: readonly string[], { schema, table }: Named[0], column: string): boolean {
  return path[0] === schema && path[1] === table && path[2] === column;
}

function valueOf(
  expressions: readonly ColumnExpression[],
  table: Wanted,
  column: string,
): string | undefined {
  return expressions.find(({ path }) => isPathOf(path, table, column))?.value;
}

function missing(flag: string, wanted: Wanted, name: string, others: readonly string[]): Issue {
  const column = readableColumn(wanted, name);
  return {
    code: 'missing-expression',
    subject: `column ${column}`,
    message: text`there is no expression that computes its value from ${others.join(', ')}`,
    fix: text`Add ${`${flag} '${column}=<SQL with ${others.join(', ')}>'`}.`,
  };
}

function noColumn(column: string): Issue {
  return {
    code: 'unexpandable',
    subject: `column ${column}`,
    message: 'is not in the code',
    fix: 'Add it to the table, or correct --rename.',
  };
}

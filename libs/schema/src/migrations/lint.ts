import { didYouMean, text, type Issue, unquoted } from '@rowhouse/errors';

import { UserError } from '../errors/errors.js';

import { doublesOf, type Expansion } from './expansion/expansion.js';
import { readMigrations } from './folder.js';
import { parseSql } from '../sql/parser.js';
import { operationsOf } from './lint-operations.js';
import {
  isBroken,
  LINT_RULES,
  messageOf,
  type LintRule,
  type PlacedOperation,
} from './lint-rules.js';
import { lostByClients, type LostByClients } from './lost-by-clients.js';
import { unitsOf } from './script-units.js';
import { storedCatalog } from './source-catalog.js';

/** Which migration is looked at. */
export interface LintOptions {
  /** Path of the migrations folder. */
  readonly directory: string;
  /** The id of a migration. Default: the last. */
  readonly migration?: string;
}

/**
 * Finds what of a migration is dangerous while its database is in use: long locks, rewritten tables, and what
 * code that still runs cannot live with.
 *
 * @throws {UserError} when there is no such migration.
 */
export async function lint({ directory, migration }: LintOptions): Promise<readonly Issue[]> {
  const migrations = await readMigrations(directory);
  const found =
    migration === undefined ? migrations.at(-1) : migrations.find(({ id }) => id === migration);
  if (found) {
    const index = migrations.indexOf(found);
    const lost =
      index === 0
        ? undefined
        : await lostByClients(
            await storedCatalog(directory, migrations.slice(0, index)),
            await storedCatalog(directory, migrations.slice(0, index + 1)),
          );
    const ended = migrations[index - 1]?.record.expands;
    return lintScript(`${found.id}/up.sql`, found.up, lost, ended);
  }
  if (migration === undefined) return [];
  const fix = didYouMean(
    migration,
    migrations.map(({ id }) => id),
  );
  throw new UserError([
    {
      code: 'unknown-migration',
      message: text`there is no migration ${migration}`,
      ...(fix && { fix }),
    },
  ]);
}

/** What a comment before a statement accepts: `-- accept blocking-index: the table is small`. */
const ACCEPTED = /^\s*--\s*accept\s+([a-z-]+(?:\s*,\s*[a-z-]+)*)/gm;

/**
 * What is dangerous of a script, but for what a comment accepts. What it makes itself is nobody's yet.
 *
 * @param lost What views lose, which is told at the first statement about them.
 * @param ended The expansions that the script ends.
 */
export async function lintScript(
  file: string,
  script: string,
  lost: LostByClients = new Map(),
  ended: readonly Expansion[] = [],
): Promise<readonly Issue[]> {
  const units = unitsOf(file, script);
  const parsed = await parseSql(script);
  const statements = parsed.map(({ node, error, text: sql, start }) => {
    const unit = units.findLastIndex((one) => one.start <= start);
    const transaction = units[unit]?.isTransaction ? unit : undefined;
    const found = node ? operationsOf(node) : [];
    const operations = found.map((one): PlacedOperation => ({ ...one, transaction }));
    return { sql, error, start, transaction, operations };
  });
  const all = statements.flatMap(({ operations }) => operations);
  const made = new Set(
    all.flatMap(({ does, kind, object }) =>
      does === 'create' && !kind.endsWith('function') && kind !== 'view' ? [object] : [],
    ),
  );
  const before: PlacedOperation[] = [];
  const told = new Set<string>();
  let end = 0;
  return statements.flatMap(({ sql, error, start, transaction, operations }): readonly Issue[] => {
    const accepted = new Set(
      [...script.slice(end, start).matchAll(ACCEPTED)].flatMap(([, codes]) =>
        codes!.split(/\s*,\s*/),
      ),
    );
    end = start + sql.length;
    const surroundings = { transaction, before, all };
    const dangers = operations
      .filter(({ object }) => !made.has(object))
      .flatMap((operation) => [
        ...rulesFor(operation, lost, ended)
          .filter((rule) => isBroken(rule, operation, surroundings))
          .map((rule) => ({
            code: rule.code,
            message: messageOf(rule, operation),
            fix: rule.fix,
          })),
        ...(told.has(operation.object) ? [] : (lost.get(operation.object) ?? [])).map(
          (message) => ({
            code: 'breaking-client',
            message,
            fix: 'First deploy clients that do not use it.',
          }),
        ),
      ]);
    const issues = [...(error === undefined ? [] : [unparsable(error)]), ...dangers]
      .filter(({ code }) => !accepted.has(code))
      .map((issue): Issue => ({
        ...issue,
        place: { file, line: script.slice(0, start).split('\n').length },
        frame: sql.split('\n')[0]!,
      }));
    for (const { object } of operations) told.add(object);
    before.push(...operations);
    // A statement that does the same twice, as one that adds two columns, is told once.
    return [...new Map(issues.map((issue) => [JSON.stringify(issue), issue])).values()];
  });
}

/** A finding and no error: an older server may take what the parser refuses. */
function unparsable(error: string) {
  return {
    code: 'invalid-sql',
    message: text`the parser of PostgreSQL 18 refuses the statement: ${unquoted(error)}`,
    fix: 'Correct the statement. Put a name in quotes that newer versions have as a keyword.',
  };
}

/**
 * What a view loses says more than that something is revoked. With the second half of an expansion, all code has
 * come to use the new columns.
 */
function rulesFor(
  { does, object, part }: PlacedOperation,
  lost: LostByClients,
  ended: readonly Expansion[],
): readonly LintRule[] {
  if (does === 'revoke' && lost.has(object)) return [];
  const isEnded = ended.some(
    (one) =>
      object === `${one.schema}.${one.table}` && [one.from, ...doublesOf(one)].includes(part ?? ''),
  );
  return isEnded ? LINT_RULES.filter(({ code }) => !ANSWERED.has(code)) : LINT_RULES;
}

const ANSWERED = new Set(['breaking-change', 'breaking-write']);

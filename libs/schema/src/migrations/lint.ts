import { didYouMean, text } from '@rowhouse/errors';

import { splitStatements } from '../database/split-statements.js';
import { UserError } from '../errors/errors.js';
import type { Issue } from '../errors/issue.js';

import { readMigrations } from './folder.js';
import { LINT_RULES, messageOf } from './lint-rules.js';

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
  if (found) return lintScript(`${found.id}/up.sql`, found.up);
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
const NAME = '(?:"(?:[^"]|"")+"|[\\p{L}_][\\p{L}\\p{N}_$]*)';
const TABLE = new RegExp(
  `^(?:ALTER TABLE|DROP TABLE|CREATE (?:UNIQUE )?INDEX.*? ON)\\s+(?:IF EXISTS\\s+)?(?:ONLY\\s+)?(${NAME}(?:\\.${NAME})?)`,
  'isu',
);
const CREATED = new RegExp(
  `^CREATE (?:UNLOGGED )?TABLE\\s+(?:IF NOT EXISTS\\s+)?(${NAME}(?:\\.${NAME})?)`,
  'iu',
);

/** What is dangerous of a script, but for what a comment accepts. Tables that it makes itself are nobody's yet. */
export function lintScript(file: string, script: string): readonly Issue[] {
  const statements = splitStatements(script);
  const made = new Set(statements.map(({ text: sql }) => tableOf(sql, CREATED)));
  let end = 0;
  return statements.flatMap(({ text: sql, start }): readonly Issue[] => {
    const comments = script.slice(end, start);
    end = start + sql.length;
    const table = tableOf(sql, TABLE);
    if (table === undefined || made.has(table)) return [];
    const accepted = new Set(
      [...comments.matchAll(ACCEPTED)].flatMap(([, codes]) => codes!.split(/\s*,\s*/)),
    );
    const keywords = withoutContents(sql);
    const line = script.slice(0, start).split('\n').length;
    return LINT_RULES.filter(
      ({ code, matches, unless }) =>
        matches.test(keywords) && unless?.test(keywords) !== true && !accepted.has(code),
    ).map((rule) => ({
      code: rule.code,
      place: { file, line },
      message: messageOf(rule, table),
      frame: sql.split('\n')[0]!,
      fix: rule.fix,
    }));
  });
}

/** The table of a statement, however its name is quoted. */
function tableOf(sql: string, pattern: RegExp): string | undefined {
  return pattern
    .exec(sql)?.[1]
    ?.replace(/"((?:[^"]|"")+)"|[^".]+/g, (name, quoted?: string) =>
      quoted === undefined ? name.toLowerCase() : quoted.replaceAll('""', '"'),
    );
}

/** SQL in which no string and no quoted name holds a keyword or white space. */
function withoutContents(sql: string): string {
  return sql
    .replaceAll(/--[^\n]*/g, '')
    .replaceAll(/'(?:[^']|'')*'/g, "''")
    .replaceAll(/"(?:[^"]|"")*"/g, '"_"');
}

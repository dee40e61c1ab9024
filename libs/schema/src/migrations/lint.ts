import { didYouMean, text, type Issue } from '@rowhouse/errors';

import { UserError } from '../errors/errors.js';

import { readMigrations } from './folder.js';
import { isBroken, LINT_RULES, messageOf } from './lint-rules.js';
import { statementsOf } from './lint-statements.js';

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

/** What is dangerous of a script, but for what a comment accepts. Tables that it makes itself are nobody's yet. */
export function lintScript(file: string, script: string): readonly Issue[] {
  const statements = statementsOf(file, script);
  const made = new Set(statements.map(({ creates }) => creates));
  return statements.flatMap((statement, index): readonly Issue[] => {
    const { sql, start, table, comments } = statement;
    if (table === undefined || made.has(table)) return [];
    const accepted = new Set(
      [...comments.matchAll(ACCEPTED)].flatMap(([, codes]) => codes!.split(/\s*,\s*/)),
    );
    const surroundings = { statement, before: statements.slice(0, index), all: statements };
    const broken = LINT_RULES.filter(
      (rule) => !accepted.has(rule.code) && isBroken(rule, surroundings),
    );
    return broken.map((rule) => ({
      code: rule.code,
      place: { file, line: script.slice(0, start).split('\n').length },
      message: messageOf(rule, table),
      frame: sql.split('\n')[0]!,
      fix: rule.fix,
    }));
  });
}

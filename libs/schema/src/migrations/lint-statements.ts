import { splitStatements } from '../database/split-statements.js';
import { NAME, namesIn, QUALIFIED } from '../sql/statement-names.js';
import { unitsOf } from './script-units.js';

/** A statement of a script, as rules look at it. */
export interface LintStatement {
  readonly sql: string;
  /** The statement without the contents of strings and quoted names, and without comments. */
  readonly keywords: string;
  /** Where it begins in the script. */
  readonly start: number;
  /** What stands before it. */
  readonly comments: string;
  /** The table that it changes: `blog.articles`; else the domain, or the index or extension that it drops. */
  readonly table: string | undefined;
  /** The table or the domain that it makes. */
  readonly creates: string | undefined;
  /** The index that it makes or drops: `articles_slug_index`. */
  readonly index: string | undefined;
  /** Which transaction of the script it runs in; `undefined` where it runs by itself. */
  readonly transaction: number | undefined;
}

const TABLE = new RegExp(
  `^(?:(?:ALTER|DROP) (?:FOREIGN )?TABLE|ALTER DOMAIN|DROP (?:INDEX|EXTENSION)|CREATE (?:UNIQUE )?INDEX.*? ON)\\s+(?:CONCURRENTLY\\s+)?(?:IF EXISTS\\s+)?(?:ONLY\\s+)?(${QUALIFIED})`,
  'isu',
);
const CREATED = new RegExp(
  `^CREATE (?:(?:UNLOGGED |FOREIGN |TEMP(?:ORARY)? )?TABLE|MATERIALIZED VIEW|DOMAIN)\\s+(?:IF NOT EXISTS\\s+)?(${QUALIFIED})`,
  'iu',
);
const INDEX = new RegExp(
  `^(?:CREATE (?:UNIQUE )?|DROP )INDEX\\s+(?:CONCURRENTLY\\s+)?(?:IF (?:NOT )?EXISTS\\s+)?(${NAME}(?:\\.${NAME})?)`,
  'iu',
);

/** The statements of a script. */
export function statementsOf(file: string, script: string): LintStatement[] {
  const units = unitsOf(file, script);
  let end = 0;
  return splitStatements(script).map(({ text: sql, start }): LintStatement => {
    const comments = script.slice(end, start);
    end = start + sql.length;
    const unit = units.findLastIndex((one) => one.start <= start);
    return {
      sql,
      keywords: withoutContents(sql),
      start,
      comments,
      table: tableOf(sql, TABLE),
      creates: tableOf(sql, CREATED),
      index: namesIn(INDEX.exec(sql)?.[1] ?? '').at(-1),
      transaction: units[unit]?.isTransaction ? unit : undefined,
    };
  });
}

/** The table of a statement, however its name is quoted. */
function tableOf(sql: string, pattern: RegExp): string | undefined {
  const name = pattern.exec(sql)?.[1];
  return name === undefined ? undefined : namesIn(name).join('.');
}

/** SQL in which no string and no quoted name holds a keyword or white space. */
function withoutContents(sql: string): string {
  return sql
    .replaceAll(/--[^\n]*/g, '')
    .replaceAll(/'(?:[^']|'')*'/g, "''")
    .replaceAll(/"(?:[^"]|"")*"/g, '"_"');
}

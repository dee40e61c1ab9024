import { text, type Text, unquoted } from '@rowhouse/errors';

import { NAME, namesIn } from '../sql/statement-names.js';
import type { LintStatement } from './lint-statements.js';

/** What is dangerous while a database is in use. */
export interface LintRule {
  readonly code: string;
  readonly matches: RegExp;
  /** What excepts a statement that matches. */
  readonly unless?: RegExp;
  /** What else must hold of it, where it stands. */
  readonly where?: (surroundings: Surroundings) => boolean;
  readonly message: (table: Text) => Text;
  readonly fix: string;
}

/** A statement among those of its script. */
export interface Surroundings {
  readonly statement: LintStatement;
  readonly before: readonly LintStatement[];
  readonly all: readonly LintStatement[];
}

const VOLATILE = /\b(?:nextval|random|gen_random_uuid|uuid\w*|clock_timestamp|timeofday)\s*\(/;

const OUTSIDE = 'below a line `-- part: no transaction`';
const AS_GENERATED = 'as `schema generate` does without --simple';

/** By what they cost, for a table that was there before. All locks are held to the end of the transaction. */
export const LINT_RULES: readonly LintRule[] = [
  {
    code: 'blocking-index',
    matches: /^CREATE (?:UNIQUE )?INDEX\b/i,
    unless: /\bCONCURRENTLY\b|\bIF NOT EXISTS\b/i,
    where: ({ statement: { index }, all }) =>
      !all.some(({ sql }) => ATTACH.test(sql) && namesIn(sql).includes(index!)),
    message: (table) => text`nobody can write to ${table} while the index is built`,
    fix: `Write CREATE INDEX CONCURRENTLY ${OUTSIDE}, ${AS_GENERATED}.`,
  },
  {
    code: 'blocking-drop',
    matches: /^DROP INDEX\b/i,
    unless: /\bCONCURRENTLY\b/i,
    message: (index) =>
      text`nobody can read the table of ${index} or write to it until the transaction ends`,
    fix: `Write DROP INDEX CONCURRENTLY ${OUTSIDE}, ${AS_GENERATED} where PostgreSQL can.`,
  },
  {
    code: 'concurrently-in-transaction',
    matches: /^(?:CREATE (?:UNIQUE )?INDEX|DROP INDEX|ALTER TABLE)\b.*\bCONCURRENTLY\b/is,
    where: ({ statement: { transaction } }) => transaction !== undefined,
    message: (table) => text`PostgreSQL refuses CONCURRENTLY in a transaction, here for ${table}`,
    fix: `Write it ${OUTSIDE}.`,
  },
  {
    code: 'rebuilt-index',
    matches: /^CREATE (?:UNIQUE )?INDEX CONCURRENTLY\b/i,
    where: ({ statement: { index }, before }) =>
      before.some(({ keywords, index: other }) => /^DROP/i.test(keywords) && other === index),
    message: (table) => text`queries of ${table} run without the index until it is rebuilt`,
    fix: 'Give the new index another name: the old one is then dropped when the new one is there.',
  },
  {
    code: 'blocking-key',
    matches: /\bADD CONSTRAINT \S+ (?:UNIQUE|PRIMARY KEY)\b/i,
    unless: /\bUSING INDEX\b/i,
    message: (table) =>
      text`nobody can read ${table} or write to it while the index of the constraint is built`,
    fix: `Create a unique index CONCURRENTLY ${OUTSIDE}, and add the constraint USING INDEX, ${AS_GENERATED} where PostgreSQL can.`,
  },
  {
    code: 'blocking-exclusion',
    matches: /\bADD CONSTRAINT \S+ EXCLUDE\b/i,
    message: (table) =>
      text`nobody can read ${table} or write to it while the index of the exclusion is built, for which PostgreSQL has no other way`,
    fix: 'On a large table, run the migration when nobody needs it. Otherwise, accept it.',
  },
  {
    code: 'blocking-foreign-key',
    matches: /\bADD CONSTRAINT \S+ FOREIGN KEY\b/i,
    unless: /\bNOT VALID\b/i,
    message: (table) =>
      text`nobody can write to ${table}, or to the table that it references, while all rows are checked`,
    fix: `Write NOT VALID here, and VALIDATE CONSTRAINT ${OUTSIDE}, ${AS_GENERATED}.`,
  },
  {
    code: 'blocking-check',
    matches: /^ALTER TABLE\b.*\bADD CONSTRAINT \S+ CHECK\b/is,
    unless: /\bNOT VALID\b/i,
    message: (table) => text`nobody can read ${table} or write to it while all rows are checked`,
    fix: `Write NOT VALID here, and VALIDATE CONSTRAINT ${OUTSIDE}, ${AS_GENERATED}.`,
  },
  {
    code: 'blocking-domain',
    matches: /^ALTER DOMAIN\b.*\b(?:ADD (?:CONSTRAINT \S+ )?CHECK|SET NOT NULL)\b/is,
    unless: /\bNOT VALID\b/i,
    message: (domain) =>
      text`nobody can write to the tables that have columns of ${domain} while all their rows are checked`,
    fix: `Write NOT VALID here, and VALIDATE CONSTRAINT ${OUTSIDE}; for NOT NULL, write CHECK (VALUE IS NOT NULL).`,
  },
  {
    code: 'blocking-validation',
    matches: /^ALTER TABLE\b.*\bVALIDATE CONSTRAINT\b/is,
    where: ({ statement, before }) =>
      statement.transaction !== undefined &&
      before.some(
        ({ transaction, table }) =>
          transaction === statement.transaction && table === statement.table,
      ),
    message: (table) =>
      text`nobody can write to ${table} while all rows are checked, for what comes before locks it`,
    fix: `Write it ${OUTSIDE}.`,
  },
  {
    code: 'blocking-not-null',
    matches: /\bALTER COLUMN \S+ SET NOT NULL\b/i,
    where: (surroundings) => !isChecked(surroundings),
    message: (table) =>
      text`nobody can read ${table} or write to it while all rows are checked, and code that writes NULL fails from then on`,
    fix: `Before it, add CHECK (… IS NOT NULL) NOT VALID, and validate that ${OUTSIDE}, ${AS_GENERATED}: then no row is read here.`,
  },
  {
    code: 'rewritten-table',
    matches: /\bALTER COLUMN \S+ (?:SET DATA )?TYPE\b/i,
    message: (table) =>
      text`${table} is rewritten, unless the new type only lifts a limit, and nobody can read it until that is done; code that writes what the new type does not take fails`,
    fix: 'On a large table, or for a narrower type, change it in two migrations, with --expand and --contract, and deploy the code between them.',
  },
  {
    code: 'rewritten-table',
    matches: new RegExp(
      `\\bADD COLUMN\\b.*(?:\\bSTORED\\b|\\bAS IDENTITY\\b|\\b(?:small|big)?serial\\b|${VOLATILE.source})`,
      'is',
    ),
    message: (table) =>
      text`${table} is rewritten, since each row gets a value of its own, and nobody can read it until that is done`,
    fix: 'On a large table add the column without the default, fill it in batches, and set the default after.',
  },
  {
    code: 'rewritten-table',
    matches: /^ALTER TABLE\b.*\bSET (?:LOGGED|UNLOGGED|TABLESPACE|ACCESS METHOD)\b/is,
    message: (table) => text`${table} is rewritten, and nobody can read it until that is done`,
    fix: 'On a large table, run the migration when nobody needs it. Otherwise, accept it.',
  },
  {
    code: 'required-column',
    matches: /\bADD COLUMN\b.*\bNOT NULL\b/is,
    unless: /\b(?:DEFAULT|GENERATED|serial|smallserial|bigserial)\b/i,
    message: (table) =>
      text`fails where ${table} has a row, and code that does not know the column fails`,
    fix: 'Give the column a default.',
  },
  {
    code: 'breaking-change',
    matches: /\bDROP COLUMN\b|^DROP (?:FOREIGN )?TABLE\b/i,
    message: (table) => text`code that still uses what is dropped from ${table} fails`,
    fix: 'Deploy code without it first.',
  },
  {
    code: 'breaking-change',
    matches: /^ALTER (?:FOREIGN )?TABLE\b.*\bRENAME (?:COLUMN \S+ )?TO\b/is,
    message: (table) => text`code that uses the old name in ${table} fails`,
    fix: 'Rename a column in two migrations, with --expand and --contract, and deploy the code between them. Of anything else, add the new one beside the old.',
  },
];

const ATTACH = /^ALTER INDEX\b.*\bATTACH PARTITION\b/is;
const SET_NOT_NULL = new RegExp(`ALTER COLUMN (${NAME}) SET NOT NULL`, 'iu');
const NOT_NULL_CHECK = new RegExp(
  `ADD CONSTRAINT (${NAME}) CHECK \\(+(${NAME}) IS NOT NULL\\)+ NOT VALID`,
  'iu',
);
const VALIDATED = new RegExp(`VALIDATE CONSTRAINT (${NAME})`, 'iu');

/** Whether a check that was validated before says of a column that it is not null. */
function isChecked({ statement, before }: Surroundings): boolean {
  const named = (sql: string, pattern: RegExp) =>
    pattern
      .exec(sql)
      ?.slice(1)
      .map((name) => namesIn(name)[0]);
  const [column] = named(statement.sql, SET_NOT_NULL) ?? [];
  const own = before.filter(({ table }) => table === statement.table);
  const validated = new Set(own.flatMap(({ sql }) => named(sql, VALIDATED) ?? []));
  return own.some(({ sql }) => {
    const [check, checked] = named(sql, NOT_NULL_CHECK) ?? [];
    return checked !== undefined && checked === column && validated.has(check);
  });
}

/** Whether a statement is what a rule warns of. */
export function isBroken(
  { matches, unless, where }: LintRule,
  surroundings: Surroundings,
): boolean {
  const { keywords } = surroundings.statement;
  return (
    matches.test(keywords) && unless?.test(keywords) !== true && where?.(surroundings) !== false
  );
}

/** A rule's message about a table. */
export function messageOf(rule: LintRule, table: string): Text {
  return rule.message(unquoted(table));
}

import { text, type Text, unquoted } from '@rowhouse/errors';

import { NAME, namesIn, QUALIFIED } from '../sql/statement-names.js';
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

const OUTSIDE = 'after a line `-- part: no transaction`';
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
    where: (surroundings) => !wentWithConstraint(surroundings),
    message: (index) =>
      text`nobody can read the table of ${index} or write to it until the transaction ends`,
    fix: `Write DROP INDEX CONCURRENTLY ${OUTSIDE}, ${AS_GENERATED} where possible.`,
  },
  {
    code: 'concurrently-in-transaction',
    matches: /^(?:CREATE (?:UNIQUE )?INDEX|DROP INDEX|ALTER TABLE)\b.*\bCONCURRENTLY\b/is,
    where: ({ statement: { transaction } }) => transaction !== undefined,
    message: (table) => text`CONCURRENTLY is not allowed in a transaction, here for ${table}`,
    fix: `Write it ${OUTSIDE}.`,
  },
  {
    code: 'rebuilt-index',
    matches: /^CREATE (?:UNIQUE )?INDEX CONCURRENTLY\b/i,
    where: ({ statement: { index }, before }) =>
      before.some(({ keywords, index: other }) => /^DROP/i.test(keywords) && other === index),
    message: (table) => text`queries of ${table} run without the index until it is rebuilt`,
    fix: 'Give the new index another name. The old one is then dropped after the new one is built.',
  },
  {
    code: 'blocking-key',
    matches: /\bADD CONSTRAINT \S+ (?:UNIQUE|PRIMARY KEY)\b/i,
    unless: /\bUSING INDEX\b/i,
    message: (table) =>
      text`nobody can read ${table} or write to it while the index of the constraint is built`,
    fix: `Create a unique index CONCURRENTLY ${OUTSIDE}, and add the constraint USING INDEX, ${AS_GENERATED} where possible.`,
  },
  {
    code: 'blocking-exclusion',
    matches: /\bADD CONSTRAINT \S+ EXCLUDE\b/i,
    message: (table) =>
      text`nobody can read ${table} or write to it while the index of the exclusion constraint is built; PostgreSQL has no way to avoid this`,
    fix: 'If the table is large, run the migration when nobody uses it. Otherwise, accept the finding.',
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
    fix: `Write NOT VALID here, and VALIDATE CONSTRAINT ${OUTSIDE}. For NOT NULL, write CHECK (VALUE IS NOT NULL).`,
  },
  {
    code: 'blocking-partition',
    matches: /^ALTER TABLE\b.*\bATTACH PARTITION\b/is,
    where: ({ statement: { sql }, all }) =>
      !all.some(({ creates }) => creates === namesIn(ATTACHED.exec(sql)?.[1] ?? '').join('.')),
    message: (table) =>
      text`nobody can read the partition, or the default partition of ${table}, while their rows are checked`,
    fix: `If they are large, first add CHECKs that say the same as the bounds as NOT VALID, and validate them ${OUTSIDE}. Then no rows are read here.`,
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
      text`nobody can write to ${table} while all rows are checked, because an earlier statement locks it`,
    fix: `Write it ${OUTSIDE}.`,
  },
  {
    code: 'blocking-not-null',
    matches: /\bALTER COLUMN \S+ SET NOT NULL\b/i,
    where: (surroundings) => !isChecked(surroundings),
    message: (table) =>
      text`nobody can read ${table} or write to it while all rows are checked. Code that writes NULL fails afterwards`,
    fix: `Before it, add CHECK (… IS NOT NULL) NOT VALID, and validate it ${OUTSIDE}, ${AS_GENERATED}. Then no rows are read here.`,
  },
  {
    code: 'rewritten-table',
    matches: /\bALTER COLUMN \S+ (?:SET DATA )?TYPE\b/i,
    message: (table) =>
      text`nobody can read ${table} while it is rewritten, unless the new type only removes a limit. Code that writes values that the new type does not accept fails`,
    fix: 'If the table is large or the new type is narrower, use two migrations, with --expand and --contract, and deploy the code between them.',
  },
  {
    code: 'rewritten-table',
    matches: new RegExp(
      `\\bADD COLUMN\\b.*(?:\\bSTORED\\b|\\bAS IDENTITY\\b|\\b(?:small|big)?serial\\b|${VOLATILE.source})`,
      'is',
    ),
    message: (table) =>
      text`nobody can read ${table} while it is rewritten, because each row gets its own value`,
    fix: 'If the table is large, add the column without the default, fill it in batches, then set the default.',
  },
  {
    code: 'rewritten-table',
    matches: /^ALTER TABLE\b.*\bSET (?:LOGGED|UNLOGGED|TABLESPACE|ACCESS METHOD)\b/is,
    message: (table) => text`nobody can read ${table} while it is rewritten`,
    fix: 'If the table is large, run the migration when nobody uses it. Otherwise, accept the finding.',
  },
  {
    code: 'required-column',
    matches: /\bADD COLUMN\b.*\bNOT NULL\b/is,
    unless: /\b(?:DEFAULT|GENERATED|serial|smallserial|bigserial)\b/i,
    message: (table) =>
      text`the statement fails if ${table} has rows, and code that does not set the new column fails`,
    fix: 'Give the column a default.',
  },
  {
    code: 'breaking-change',
    matches: /\bDROP COLUMN\b|^DROP (?:FOREIGN )?TABLE\b/i,
    message: (table) => text`code that still uses ${table}, or what is dropped from it, fails`,
    fix: 'First deploy code that does not use it.',
  },
  {
    code: 'breaking-change',
    matches: /^DROP EXTENSION\b/i,
    message: (extension) =>
      text`code and functions that still use ${extension} fail, those of other projects included`,
    fix: 'First deploy code that does not use it, and make sure that nothing else in the database does.',
  },
  {
    code: 'breaking-change',
    matches: /^ALTER (?:FOREIGN )?TABLE\b.*\bRENAME (?:COLUMN \S+ )?TO\b/is,
    message: (table) => text`code that uses the old name in ${table} fails`,
    fix: 'First deploy code that does not use the old name. With --expand and --contract, a column has both names until then. For anything else, add a new object next to the old one.',
  },
];

const ATTACHED = new RegExp(`\\bATTACH PARTITION (${QUALIFIED})`, 'isu');
const ATTACH = /^ALTER INDEX\b.*\bATTACH PARTITION\b/is;
const DROPPED_CONSTRAINT = new RegExp(`\\bDROP CONSTRAINT (?:IF EXISTS )?(${NAME})`, 'iu');
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

/** Whether a constraint went before, in the same transaction, that had the index: its table is locked already. */
function wentWithConstraint({ statement: { index, transaction }, before }: Surroundings): boolean {
  return (
    transaction !== undefined &&
    before.some(
      (other) =>
        other.transaction === transaction &&
        namesIn(DROPPED_CONSTRAINT.exec(other.sql)?.[1] ?? '')[0] === index,
    )
  );
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

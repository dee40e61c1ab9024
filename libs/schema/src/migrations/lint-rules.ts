import { text, type Text, unquoted } from '@rowhouse/errors';

/** What is dangerous while a database is in use. */
export interface LintRule {
  readonly code: string;
  readonly matches: RegExp;
  /** What excepts a statement that matches. */
  readonly unless?: RegExp;
  readonly message: (table: Text) => Text;
  readonly fix: string;
}

const VOLATILE = /\b(?:nextval|random|gen_random_uuid|uuid\w*|clock_timestamp|timeofday)\s*\(/;

/** By what they cost, for a table that was there before. All locks are held to the end of the migration. */
export const LINT_RULES: readonly LintRule[] = [
  {
    code: 'blocking-index',
    matches: /^CREATE (?:UNIQUE )?INDEX\b/i,
    unless: /\bCONCURRENTLY\b|\bIF NOT EXISTS\b/i,
    message: (table) => text`nobody can write to ${table} while the index is built`,
    fix: 'On a large table create it by hand first, CONCURRENTLY, and write IF NOT EXISTS here.',
  },
  {
    code: 'blocking-key',
    matches: /\bADD CONSTRAINT \S+ (?:UNIQUE|PRIMARY KEY|EXCLUDE)\b/i,
    unless: /\bUSING INDEX\b/i,
    message: (table) =>
      text`nobody can read ${table} or write to it while the index of the constraint is built`,
    fix: 'On a large table create a unique index by hand first, CONCURRENTLY, and add the constraint USING INDEX.',
  },
  {
    code: 'blocking-foreign-key',
    matches: /\bADD CONSTRAINT \S+ FOREIGN KEY\b/i,
    unless: /\bNOT VALID\b/i,
    message: (table) =>
      text`nobody can write to ${table}, or to the table that it references, while all rows are checked`,
    fix: 'Write NOT VALID here, and VALIDATE CONSTRAINT in a migration of its own.',
  },
  {
    code: 'blocking-check',
    matches: /\bADD CONSTRAINT \S+ CHECK\b/i,
    unless: /\bNOT VALID\b/i,
    message: (table) => text`nobody can read ${table} or write to it while all rows are checked`,
    fix: 'Write NOT VALID here, and VALIDATE CONSTRAINT in a migration of its own.',
  },
  {
    code: 'blocking-not-null',
    matches: /\bALTER COLUMN \S+ SET NOT NULL\b/i,
    message: (table) =>
      text`nobody can read ${table} or write to it while all rows are checked, and code that writes NULL fails from then on`,
    fix: 'In a migration before, add CHECK (… IS NOT NULL) NOT VALID and validate it: then no row is read here.',
  },
  {
    code: 'rewritten-table',
    matches: /\bALTER COLUMN \S+ (?:SET DATA )?TYPE\b/i,
    message: (table) =>
      text`${table} is written anew, unless the new type only lifts a limit, and nobody can read it meanwhile`,
    fix: 'On a large table add a column of the new type, fill it in batches, and drop the old one later.',
  },
  {
    code: 'rewritten-table',
    matches: new RegExp(
      `\\bADD COLUMN\\b.*(?:\\bSTORED\\b|\\bAS IDENTITY\\b|\\b(?:small|big)?serial\\b|${VOLATILE.source})`,
      'is',
    ),
    message: (table) =>
      text`${table} is written anew, for each row gets a value of its own, and nobody can read it meanwhile`,
    fix: 'On a large table add the column without the default, fill it in batches, and set the default after.',
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
    matches: /\bDROP COLUMN\b|^DROP TABLE\b/i,
    message: (table) => text`code that still uses what is dropped of ${table} fails`,
    fix: 'Deploy code without it first.',
  },
  {
    code: 'breaking-change',
    matches: /^ALTER TABLE\b.*\bRENAME (?:COLUMN \S+ )?TO\b/is,
    message: (table) => text`code that uses the old name in ${table} fails`,
    fix: 'Add the new one beside the old, write to both, and drop the old one when no code uses it.',
  },
];

/** A rule's message about a table. */
export function messageOf(rule: LintRule, table: string): Text {
  return rule.message(unquoted(table));
}

import { text, type Text, unquoted } from '@rowhouse/errors';

import type { Operation } from './lint-operations.js';

/** What is dangerous while a database is in use. */
export interface LintRule {
  readonly code: string;
  readonly does: Operation['does'] | readonly Operation['does'][];
  /** What else must hold of an operation, where it stands. */
  readonly where?: (operation: Operation, surroundings: Surroundings) => boolean;
  readonly message: (object: Text, operation: Operation) => Text;
  readonly fix: string;
}

/** An operation with the place of its statement. */
export interface PlacedOperation extends Operation {
  /** Which transaction of the script it runs in; `undefined` where it runs by itself. */
  readonly transaction: number | undefined;
}

/** The operations of a script before a statement, and all of them. */
export interface Surroundings {
  readonly transaction: number | undefined;
  readonly before: readonly PlacedOperation[];
  readonly all: readonly PlacedOperation[];
}

const OUTSIDE = 'after a line `-- part: no transaction`';
const AS_GENERATED = 'as `schema generate` does without --simple';

/** By what they cost, for what was there before. All locks are held to the end of the transaction. */
export const LINT_RULES: readonly LintRule[] = [
  {
    code: 'blocking-index',
    does: 'create index',
    where: ({ isConcurrent, isConditional, part }, { all }) =>
      !isConcurrent &&
      !isConditional &&
      !all.some(
        (one) =>
          one.does === 'attach partition' &&
          one.kind === 'index' &&
          (isNamed(one.part, part) || isNamed(one.object, part)),
      ),
    message: (table) => text`nobody can write to ${table} while the index is built`,
    fix: `Write CREATE INDEX CONCURRENTLY ${OUTSIDE}, ${AS_GENERATED}.`,
  },
  {
    code: 'blocking-drop',
    does: 'drop',
    where: ({ kind, object, isConcurrent }, { transaction, before }) =>
      kind === 'index' &&
      !isConcurrent &&
      // With its constraint it went before, and the table is locked already.
      !before.some(
        (one) =>
          one.does === 'drop constraint' &&
          transaction !== undefined &&
          one.transaction === transaction &&
          isNamed(object, one.part),
      ),
    message: (index) =>
      text`nobody can read the table of ${index} or write to it until the transaction ends`,
    fix: `Write DROP INDEX CONCURRENTLY ${OUTSIDE}, ${AS_GENERATED} where possible.`,
  },
  {
    code: 'blocking-reindex',
    does: 'reindex',
    where: ({ isConcurrent }) => !isConcurrent,
    message: (object) =>
      text`nobody can write to the table of ${object} while its indexes are built`,
    fix: `Write REINDEX … CONCURRENTLY ${OUTSIDE}.`,
  },
  {
    code: 'blocking-refresh',
    does: 'refresh',
    where: ({ isConcurrent }) => !isConcurrent,
    message: (view) => text`nobody can read ${view} while it is filled`,
    fix: 'Write REFRESH MATERIALIZED VIEW CONCURRENTLY, for which the view needs a unique index.',
  },
  {
    code: 'concurrently-in-transaction',
    does: ['create index', 'drop', 'detach partition', 'reindex'],
    where: ({ isConcurrent }, { transaction }) =>
      isConcurrent === true && transaction !== undefined,
    message: (object) => text`CONCURRENTLY is not allowed in a transaction, here for ${object}`,
    fix: `Write it ${OUTSIDE}.`,
  },
  {
    code: 'rebuilt-index',
    does: 'create index',
    where: ({ isConcurrent, part }, { before }) =>
      isConcurrent === true &&
      before.some(
        ({ does, kind, object }) => does === 'drop' && kind === 'index' && isNamed(object, part),
      ),
    message: (table) => text`queries of ${table} run without the index until it is rebuilt`,
    fix: 'Give the new index another name. The old one is then dropped after the new one is built.',
  },
  {
    code: 'blocking-key',
    does: 'add constraint',
    where: ({ constraint }) =>
      (constraint!.type === 'unique' || constraint!.type === 'primary key') &&
      !constraint!.usesIndex,
    message: (table) =>
      text`nobody can read ${table} or write to it while the index of the constraint is built`,
    fix: `Create a unique index CONCURRENTLY ${OUTSIDE}, and add the constraint USING INDEX, ${AS_GENERATED} where possible.`,
  },
  {
    code: 'blocking-exclusion',
    does: 'add constraint',
    where: ({ constraint }) => constraint!.type === 'exclude',
    message: (table) =>
      text`nobody can read ${table} or write to it while the index of the exclusion constraint is built; PostgreSQL has no way to avoid this`,
    fix: 'If the table is large, run the migration when nobody uses it. Otherwise, accept the finding.',
  },
  {
    code: 'blocking-foreign-key',
    does: 'add constraint',
    where: ({ constraint }) => constraint!.type === 'foreign key' && !constraint!.isNotValid,
    message: (table) =>
      text`nobody can write to ${table}, or to the table that it references, while all rows are checked`,
    fix: `Add the foreign key by a statement of its own with NOT VALID, and write VALIDATE CONSTRAINT ${OUTSIDE}, ${AS_GENERATED}.`,
  },
  {
    code: 'blocking-check',
    does: 'add constraint',
    where: ({ kind, constraint }) =>
      kind !== 'domain' && constraint!.type === 'check' && !constraint!.isNotValid,
    message: (table) => text`nobody can read ${table} or write to it while all rows are checked`,
    fix: `Add the check by a statement of its own with NOT VALID, and write VALIDATE CONSTRAINT ${OUTSIDE}, ${AS_GENERATED}.`,
  },
  {
    code: 'blocking-domain',
    does: ['add constraint', 'set not null'],
    where: ({ kind, constraint }) => kind === 'domain' && constraint?.isNotValid !== true,
    message: (domain) =>
      text`nobody can write to the tables that have columns of ${domain} while all their rows are checked`,
    fix: `Write NOT VALID here, and VALIDATE CONSTRAINT ${OUTSIDE}. For NOT NULL, write CHECK (VALUE IS NOT NULL).`,
  },
  {
    code: 'blocking-partition',
    does: 'attach partition',
    where: ({ kind, part }, { all }) =>
      kind === 'table' && !all.some(({ does, object }) => does === 'create' && object === part),
    message: (table) =>
      text`nobody can read the partition, or the default partition of ${table}, while their rows are checked`,
    fix: `If they are large, first add CHECKs that say the same as the bounds as NOT VALID, and validate them ${OUTSIDE}. Then no rows are read here.`,
  },
  {
    code: 'blocking-partition',
    does: 'detach partition',
    where: ({ isConcurrent }) => !isConcurrent,
    message: (table) => text`nobody can read ${table} or write to it until the transaction ends`,
    fix: `Write DETACH PARTITION … CONCURRENTLY ${OUTSIDE}.`,
  },
  {
    code: 'blocking-validation',
    does: 'validate constraint',
    where: ({ object }, { transaction, before }) =>
      transaction !== undefined &&
      before.some((one) => one.transaction === transaction && one.object === object),
    message: (table) =>
      text`nobody can write to ${table} while all rows are checked, because an earlier statement locks it`,
    fix: `Write it ${OUTSIDE}.`,
  },
  {
    code: 'blocking-not-null',
    does: 'set not null',
    where: ({ kind, object, part }, { before }) =>
      kind !== 'domain' && !isChecked(object, part, before),
    message: (table) => text`nobody can read ${table} or write to it while all rows are checked`,
    fix: `Before it, add CHECK (… IS NOT NULL) NOT VALID, and validate it ${OUTSIDE}, ${AS_GENERATED}. Then no rows are read here.`,
  },
  {
    code: 'blocking-lock',
    does: 'lock',
    message: (table) => text`nobody can use ${table} as before until the transaction ends`,
    fix: 'Remove it: `schema migrate` takes the locks of a transaction up front.',
  },
  {
    code: 'rewritten-table',
    does: 'change type',
    message: (table) =>
      text`nobody can read ${table} while it is rewritten, unless the new type only removes a limit. Code that writes values that the new type does not accept fails`,
    fix: 'If the table is large or the new type is narrower, use two migrations, with --expand and --contract, and deploy the code between them. A key cannot be expanded: run the migration when nobody uses the table.',
  },
  {
    code: 'rewritten-table',
    does: 'add column',
    where: ({ isVolatile }) => isVolatile === true,
    message: (table) =>
      text`nobody can read ${table} while it is rewritten, because each row gets its own value`,
    fix: 'If the table is large, add the column without the default, set the default in the next migration, then fill the rows in batches.',
  },
  {
    code: 'rewritten-table',
    does: 'add column',
    where: ({ isStored }) => isStored === true,
    message: (table) =>
      text`nobody can read ${table} while it is rewritten, because PostgreSQL computes the column for each row`,
    fix: 'There is no way to add a STORED column without that. If the table is large, run the migration when nobody uses it, or add an ordinary column that a trigger fills, and fill it in batches.',
  },
  {
    code: 'rewritten-table',
    does: 'rewrite',
    message: (table) => text`nobody can read ${table} while it is rewritten`,
    fix: 'If the table is large, run the migration when nobody uses it. Otherwise, accept the finding.',
  },
  {
    code: 'rewritten-rows',
    does: ['update all', 'delete all'],
    message: (table) =>
      text`every row of ${table} is written in one transaction, and locked until it ends`,
    fix: 'If the table is large, write it in batches outside the migration, or add a WHERE.',
  },
  {
    code: 'lost-rows',
    does: 'truncate',
    message: (table) =>
      text`all rows of ${table} are lost, and nobody can read it until the transaction ends`,
    fix: 'If that is meant, accept the finding.',
  },
  {
    code: 'required-column',
    does: 'add constraint',
    where: ({ kind, constraint, hasDefault }) =>
      kind === 'column' && constraint!.type === 'not null' && !hasDefault,
    message: (table) =>
      text`the statement fails if ${table} has rows, and code that does not set the new column fails`,
    fix: 'Give the column a default.',
  },
  {
    code: 'breaking-change',
    does: 'drop column',
    message: (table) => text`code that still uses ${table}, or what is dropped from it, fails`,
    fix: 'First deploy code that does not use it.',
  },
  {
    code: 'breaking-change',
    does: 'drop',
    where: ({ kind, object }, { all }) =>
      USED.has(kind) &&
      // It was renamed, or comes back.
      !all.some(
        (one) =>
          (one.does === 'create' && one.object === object) ||
          (one.does === 'rename' && isNamed(object, one.part)),
      ),
    message: (object, { kind }) =>
      kind === 'extension'
        ? text`code and functions that still use ${object} fail, those of other projects included`
        : text`code that still uses ${object}, or what is dropped from it, fails`,
    fix: 'First deploy code that does not use it, and make sure that nothing else in the database does.',
  },
  {
    code: 'breaking-change',
    does: ['rename', 'move'],
    where: ({ kind, object }, { all }) =>
      kind === 'column' ||
      kind === 'enum value' ||
      (USED.has(kind) && !all.some((one) => one.does === 'create' && one.object === object)),
    message: (object) => text`code that uses the old name in ${object} fails`,
    fix: 'First deploy code that does not use the old name. With --expand and --contract, a column has both names until then. For anything else, add a new object next to the old one.',
  },
  {
    code: 'breaking-write',
    does: ['set not null', 'drop default'],
    where: ({ does, object, part }, { all }) =>
      does === 'set not null' ||
      !all.some(
        (one) =>
          (one.does === 'set default' || one.does === 'drop column') &&
          one.object === object &&
          one.part === part,
      ),
    message: (object) =>
      text`code that writes to ${object} without a value for the column fails, or writes NULL from now on`,
    fix: 'First deploy code that always sets it.',
  },
  {
    code: 'breaking-read',
    does: 'drop not null',
    message: (table) => text`code that reads ${table} and expects a value may get NULL`,
    fix: 'First deploy code that accepts NULL.',
  },
  {
    code: 'breaking-client',
    does: 'drop',
    where: ({ kind, object }, { all }) =>
      VIEWS.has(kind) &&
      !all.some(({ does, object: other }) => does === 'create' && other === object),
    message: (view) => text`API clients and code that use ${view} fail`,
    fix: 'First deploy clients that do not use it.',
  },
  {
    code: 'breaking-client',
    does: ['rename', 'move'],
    where: ({ kind }) => VIEWS.has(kind),
    message: (view) => text`API clients and code that use the old name in ${view} fail`,
    fix: 'Add a view with the new name next to the old one, and drop that one when no client uses it.',
  },
  {
    code: 'breaking-client',
    does: 'revoke',
    message: (relation) => text`API clients and code that use the privilege on ${relation} fail`,
    fix: 'First deploy clients that do not use it.',
  },
  {
    code: 'transaction-control',
    does: 'control transaction',
    message: (kind) =>
      text`a script has no statements that begin or end a transaction (${kind}): \`schema migrate\` runs it in one`,
    fix: 'Remove it. The lines `-- part: transaction` and `-- part: no transaction` divide a script.',
  },
];

const VIEWS = new Set(['view', 'materialized view']);
/** What the code of an application names. */
const USED = new Set(['table', 'schema', 'type', 'sequence', 'database', 'extension', 'domain']);

/** Whether a name, with its schema or without, is that of a part. */
function isNamed(name: string | undefined, part: string | undefined): boolean {
  return part !== undefined && (name === part || name?.split('.').at(-1) === part);
}

/** Whether a check that was validated before says of a column that it is not null. */
function isChecked(
  table: string,
  column: string | undefined,
  before: readonly PlacedOperation[],
): boolean {
  const own = before.filter(({ object }) => object === table);
  const validated = new Set(
    own.flatMap(({ does, part }) => (does === 'validate constraint' ? [part] : [])),
  );
  return own.some(
    ({ does, part, constraint }) =>
      does === 'add constraint' &&
      constraint?.notNullColumn !== undefined &&
      constraint.notNullColumn === column &&
      validated.has(part),
  );
}

/** Whether an operation is what a rule warns of. */
export function isBroken(
  rule: LintRule,
  operation: Operation,
  surroundings: Surroundings,
): boolean {
  const does = typeof rule.does === 'string' ? [rule.does] : rule.does;
  return does.includes(operation.does) && rule.where?.(operation, surroundings) !== false;
}

/** A rule's message about an operation. */
export function messageOf(rule: LintRule, operation: Operation): Text {
  return rule.message(unquoted(operation.object), operation);
}

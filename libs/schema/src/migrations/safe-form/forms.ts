import { derivedName, quoteIdentifier, quoteQualified } from '../../sql/identifier.js';
import type { QualifiedName } from '../../sql/identifier.js';
import { stringLiteral } from '../../sql/literal.js';
import type { IndexChange, KeyChange } from './recognise.js';

/** A change in the parts of a script, in the order of these. */
export interface Form {
  /** In the first transaction, with all that has no safe form. */
  readonly now?: readonly string[];
  /** Each by itself. */
  readonly outside?: readonly string[];
  /** In a second transaction. */
  readonly after?: readonly string[];
  /** Each by itself, at the end. */
  readonly last?: readonly string[];
}

/** An index that is built while others read and write. */
export function concurrentIndex({ isUnique, name, table, definition }: IndexChange): Form {
  return { outside: [build(isUnique, name.name, table, definition)] };
}

/** An index on a partitioned table, whose partitions are indexed one by one, and attached. */
export function partitionedIndex(
  change: IndexChange,
  partitionsOf: (table: QualifiedName) => readonly QualifiedName[] | undefined,
): Form & { readonly indexes: readonly QualifiedName[] } {
  const { isUnique, definition } = change;
  const parts = { now: [] as string[], outside: [] as string[], after: [] as string[] };
  const indexes: QualifiedName[] = [];
  const onTable = (table: QualifiedName, index: QualifiedName) => {
    const partitions = partitionsOf(table);
    if (!partitions) {
      parts.outside.push(build(isUnique, index.name, table, definition));
      return;
    }
    const unique = isUnique ? 'UNIQUE ' : '';
    parts.now.push(
      `CREATE ${unique}INDEX ${quoteIdentifier(index.name)} ON ONLY ${quoteQualified(table)} ${definition}`,
    );
    for (const partition of partitions) {
      const name = derivedName(partition.name, change.name.name);
      const own = { schema: partition.schema, name };
      indexes.push(own);
      onTable(partition, own);
      parts.after.push(
        `ALTER INDEX ${quoteQualified(index)} ATTACH PARTITION ${quoteQualified(own)}`,
      );
    }
  };
  onTable(change.table, change.name);
  return { ...parts, after: [...parts.after, refuseInvalid(change.name)], indexes };
}

/** A partition of which the migrations do not know has no index: the whole is not valid then. */
function refuseInvalid(index: QualifiedName): string {
  const name = quoteQualified(index);
  const message = `a partition that is not part of the migrations lacks an index for ${name.replaceAll('%', '%%')}`;
  const hint = `Create it CONCURRENTLY, attach it to ${name}, and run the command again.`;
  return `DO $body$
BEGIN
  IF NOT (SELECT indisvalid FROM pg_catalog.pg_index WHERE indexrelid = ${stringLiteral(name)}::regclass) THEN
    RAISE EXCEPTION ${stringLiteral(message)}
      USING HINT = ${stringLiteral(hint)};
  END IF;
END
$body$`;
}

/** A constraint on an index that is built before it. */
export function keyOnIndex({ table, name, type, index, deferral }: KeyChange): Form {
  const quoted = quoteIdentifier(name);
  return {
    outside: [build(true, name, table, index)],
    after: [
      `ALTER TABLE ${quoteQualified(table)} ADD CONSTRAINT ${quoted} ${type} USING INDEX ${quoted}${deferral}`,
    ],
  };
}

/** A foreign key or a check that binds new rows at once, and is then seen to hold of the old ones. */
export function validatedConstraint(sql: string, table: QualifiedName, name: string): Form {
  return { now: [`${sql} NOT VALID`], outside: [validation(table, name)] };
}

/** A foreign key to a key that is itself late. */
export function lateForeignKey(sql: string, table: QualifiedName, name: string): Form {
  return { after: [`${sql} NOT VALID`], last: [validation(table, name)] };
}

/** `SET NOT NULL` reads no row where a check that holds of all of them says the same. */
export function checkedNotNull(sql: string, table: QualifiedName, column: string): Form {
  const name = notNullCheck(column);
  const alter = `ALTER TABLE ${quoteQualified(table)}`;
  return {
    now: [
      `-- With this constraint, SET NOT NULL does not read the rows.\n${alter} ADD CONSTRAINT ${quoteIdentifier(name)} CHECK (${quoteIdentifier(column)} IS NOT NULL) NOT VALID`,
    ],
    outside: [validation(table, name)],
    after: [sql, `${alter} DROP CONSTRAINT ${quoteIdentifier(name)}`],
  };
}

/** The check that goes before a `NOT NULL`. */
export function notNullCheck(column: string): string {
  return derivedName('rowhouse', column, 'not_null');
}

function build(isUnique: boolean, name: string, table: QualifiedName, definition: string): string {
  return `CREATE ${isUnique ? 'UNIQUE ' : ''}INDEX CONCURRENTLY ${quoteIdentifier(name)} ON ${quoteQualified(table)} ${definition}`;
}

function validation(table: QualifiedName, name: string): string {
  return `ALTER TABLE ${quoteQualified(table)} VALIDATE CONSTRAINT ${quoteIdentifier(name)}`;
}

import type pg from 'pg';

import { inDiscardedTransaction } from '../../database/transaction.js';
import { quoteIdentifier, quoteQualified, type QualifiedName } from '../../sql/identifier.js';

/** What is known of a column. */
export interface Column {
  readonly type: string;
  /** ` COLLATE …`, or nothing. */
  readonly collation: string;
  readonly notNull: boolean;
  readonly default: string | null;
  readonly isGenerated: boolean;
  readonly isInherited: boolean;
  readonly isPartitionKey: boolean;
  readonly isPrimaryKey: boolean;
  /** Whether it is in the index that tells replicas which row was changed. */
  readonly isReplicaIdentity: boolean;
  /** Whether a sequence numbers it: `serial`, or an identity. */
  readonly isNumbered: boolean;
  /** Whether rows of tables that inherit from this one have the column as well. */
  readonly hasHeirs: boolean;
  /** Whether its type is a domain with a default of its own. */
  readonly hasTypeDefault: boolean;
  /** Triggers that run only if a statement names the column: `UPDATE OF title`. */
  readonly triggers: readonly string[];
  /** `GRANT` statements for a column of the name that was asked for. */
  readonly grants: readonly string[];
}

/** Reads a column in a scratch database; `undefined` where it has none of that name. */
export function readColumn(
  client: pg.ClientBase,
  { schema, name }: QualifiedName,
  column: string,
  grantee = column,
): Promise<Column | undefined> {
  return inDiscardedTransaction(client, async () => {
    await client.query('SET LOCAL search_path = pg_catalog');
    const { rows } = await client.query<Column>(COLUMN, [schema, name, column, grantee]);
    return rows[0];
  });
}

/** Whether a column of a type may be without a value: a domain may refuse that. */
export async function takesNull(client: pg.ClientBase, type: string): Promise<boolean> {
  try {
    await inDiscardedTransaction(client, () => client.query(`SELECT CAST(NULL AS ${type})`));
    return true;
  } catch {
    return false;
  }
}

/** An index that has a column among its own. */
export interface ColumnIndex {
  readonly name: string;
  /** Whether it is unique on rows of which only some have a value yet. */
  readonly isUnique: boolean;
  /** What follows the table: `USING btree (slug)`. */
  readonly definition: string;
  /** The same if the column had the other name. */
  readonly renamed: string;
}

/**
 * The indexes of a column: those whose definition changes when it is renamed.
 *
 * @param other Its other name. Default: one that no column has.
 */
export function readIndexes(
  client: pg.ClientBase,
  table: QualifiedName,
  column: string,
  other = '!other',
): Promise<readonly ColumnIndex[]> {
  return inDiscardedTransaction(client, async () => {
    await client.query('SET LOCAL search_path = pg_catalog');
    const read = async () => {
      const { rows } = await client.query<ColumnIndex>(INDEXES, [table.schema, table.name]);
      return rows;
    };
    const before = await read();
    await client.query(
      `ALTER TABLE ${quoteQualified(table)} RENAME COLUMN ${quoteIdentifier(column)} TO ${quoteIdentifier(other)}`,
    );
    const after = await read();
    return before
      .map((index, at) => ({ ...index, renamed: after[at]!.definition }))
      .filter(({ definition, renamed }) => definition !== renamed);
  });
}

const COLUMN = `
  SELECT format_type(a.atttypid, a.atttypmod) AS type,
         CASE WHEN a.attcollation <> t.typcollation THEN format(' COLLATE %I.%I', cn.nspname, co.collname) ELSE '' END AS collation,
         a.attnotnull AS "notNull", pg_get_expr(d.adbin, d.adrelid) AS default, a.attgenerated <> '' AS "isGenerated",
         a.attinhcount > 0 AS "isInherited",
         EXISTS (SELECT FROM pg_partitioned_table p WHERE p.partrelid = c.oid
                 AND (a.attnum = ANY (p.partattrs) OR p.partexprs IS NOT NULL)) AS "isPartitionKey",
         EXISTS (SELECT FROM pg_index i WHERE i.indrelid = c.oid AND i.indisprimary AND a.attnum = ANY (i.indkey)) AS "isPrimaryKey",
         EXISTS (SELECT FROM pg_index i WHERE i.indrelid = c.oid AND i.indisreplident AND a.attnum = ANY (i.indkey)) AS "isReplicaIdentity",
         pg_get_serial_sequence(format('%I.%I', n.nspname, c.relname), a.attname) IS NOT NULL AS "isNumbered",
         c.relkind = 'r' AND EXISTS (SELECT FROM pg_inherits i WHERE i.inhparent = c.oid) AS "hasHeirs",
         t.typtype = 'd' AND t.typdefault IS NOT NULL AS "hasTypeDefault",
         ARRAY(SELECT DISTINCT g.tgname::text
               FROM pg_trigger g JOIN pg_attribute ga ON ga.attrelid = g.tgrelid AND ga.attnum = ANY (g.tgattr)
               WHERE NOT g.tgisinternal AND ga.attname = a.attname
                 AND (g.tgrelid = c.oid OR g.tgrelid IN (SELECT relid FROM pg_partition_tree(c.oid)))
               ORDER BY 1) AS triggers,
         ARRAY(SELECT format('GRANT %s (%I) ON %I.%I TO %s%s', g.privilege_type, $4::text, n.nspname, c.relname,
                             CASE g.grantee WHEN 0 THEN 'PUBLIC' ELSE quote_ident(r.rolname) END,
                             CASE WHEN g.is_grantable THEN ' WITH GRANT OPTION' ELSE '' END)
               FROM aclexplode(a.attacl) AS g LEFT JOIN pg_roles r ON r.oid = g.grantee
               ORDER BY g.privilege_type, r.rolname) AS grants
  FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid JOIN pg_namespace n ON n.oid = c.relnamespace
  JOIN pg_type t ON t.oid = a.atttypid
  LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum AND a.attgenerated = ''
  LEFT JOIN pg_collation co ON co.oid = a.attcollation LEFT JOIN pg_namespace cn ON cn.oid = co.collnamespace
  WHERE n.nspname = $1 AND c.relname = $2 AND a.attname = $3 AND a.attnum > 0`;

/**
 * To an index of expressions, of some rows, or in which NULLs are equal, rows whose double is not filled yet could be
 * the same: it is not unique on the double. Nor is that of a deferrable constraint, for the double's would refuse at
 * once what may be put right until commit. It still is on the column itself, with which the double is kept in step.
 */
const INDEXES = `
  SELECT i.relname AS name,
         x.indisunique AND x.indexprs IS NULL AND x.indpred IS NULL AND NOT x.indnullsnotdistinct AND x.indimmediate AS "isUnique",
         substr(pg_get_indexdef(i.oid), 1 + length(format('CREATE %sINDEX %I ON %s%I.%I ',
           CASE WHEN x.indisunique THEN 'UNIQUE ' ELSE '' END, i.relname,
           CASE i.relkind WHEN 'I' THEN 'ONLY ' ELSE '' END, n.nspname, c.relname))) AS definition
  FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid JOIN pg_class c ON c.oid = x.indrelid
  JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE n.nspname = $1 AND c.relname = $2
  ORDER BY i.relname`;

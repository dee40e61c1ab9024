import type pg from 'pg';

import { inDiscardedTransaction } from '../../database/transaction.js';
import { UserError } from '../../errors/errors.js';
import type { Problem } from '../../errors/issue.js';
import {
  quoteIdentifier,
  quoteQualified,
  readableName,
  readableObject,
  type QualifiedName,
} from '../../sql/identifier.js';

/** A column that has two names for a while: old code uses the one, new code the other. */
export interface Expansion {
  readonly schema: string;
  readonly table: string;
  readonly from: string;
  readonly to: string;
}

/** What a column has that its double needs as well. */
export interface ExpandedColumn {
  readonly type: string;
  /** ` COLLATE …`, or nothing. */
  readonly collation: string;
  /** A value that is the same for each row, as SQL. */
  readonly constant?: string;
  /** `GRANT` statements for its double. */
  readonly grants: readonly string[];
  /** Indexes that have it among their columns, as they would be on its double. */
  readonly indexes: readonly ExpandedIndex[];
}

export interface ExpandedIndex {
  readonly name: string;
  readonly isUnique: boolean;
  /** What follows the table: `USING btree (slug)`. */
  readonly definition: string;
}

/** One of the two columns, as a message shows it: `blog.articles.title`. */
export function readableColumn(expansion: Expansion, column = expansion.from): string {
  return `${readableObject(tableOf(expansion))}.${readableName(column)}`;
}

export function tableOf({ schema, table }: Expansion): QualifiedName {
  return { schema, name: table };
}

/** A default that is the same for each row: a number, a text, TRUE or FALSE, perhaps with a type. */
const CONSTANT = /^(?:'(?:[^']|'')*'|\(?-?\d+(?:\.\d+)?\)?|true|false)(?:::[\w" .,()[\]]+)?$/;

interface Found {
  readonly type: string;
  readonly collation: string;
  readonly notNull: boolean;
  readonly default: string | null;
  readonly isGenerated: boolean;
  readonly isInherited: boolean;
  readonly isPartitionKey: boolean;
  readonly grants: readonly string[];
}

/**
 * Reads a column in a scratch database.
 *
 * @throws {UserError} where the column is none that can have a double.
 */
export async function readColumn(
  client: pg.ClientBase,
  expansion: Expansion,
): Promise<ExpandedColumn> {
  const { schema, table, from, to } = expansion;
  return inDiscardedTransaction(client, async () => {
    await client.query('SET LOCAL search_path = pg_catalog');
    const { rows } = await client.query<Found>(COLUMN, [schema, table, from, to]);
    const found = rows[0]!;
    const isConstant = found.default !== null && CONSTANT.test(found.default);
    const hindrance = hindranceOf(found, isConstant);
    if (hindrance) {
      throw new UserError([{ subject: `column ${readableColumn(expansion)}`, ...hindrance }]);
    }
    const { rows: before } = await client.query<ExpandedIndex>(INDEXES, [schema, table]);
    await client.query(
      `ALTER TABLE ${quoteQualified(tableOf(expansion))} RENAME COLUMN ${quoteIdentifier(from)} TO ${quoteIdentifier(to)}`,
    );
    const { rows: after } = await client.query<ExpandedIndex>(INDEXES, [schema, table]);
    return {
      type: found.type,
      collation: found.collation,
      ...(isConstant && !found.notNull && { constant: found.default! }),
      grants: found.grants,
      indexes: after.filter((index, at) => index.definition !== before[at]!.definition),
    };
  });
}

function hindranceOf(
  { default: value, notNull, isGenerated, isInherited, isPartitionKey }: Found,
  isConstant: boolean,
): Problem | undefined {
  if (isGenerated)
    return { code: 'unexpandable', message: 'is generated, so nobody writes to it', fix: PLAIN };
  if (isPartitionKey)
    return { code: 'unexpandable', message: 'is in the key of a partitioned table', fix: PLAIN };
  if (isInherited)
    return {
      code: 'unexpandable',
      message: 'is inherited: rename it in the table that has it',
      fix: PLAIN,
    };
  if (value === null || notNull || isConstant) return undefined;
  return {
    code: 'unexpandable',
    message: `may be NULL and has the default ${value}, so nobody can tell who left it out`,
    fix: 'Make it NOT NULL, or drop the default, in a migration before. Or leave --expand out.',
  };
}

const PLAIN = 'Leave --expand out.';

const COLUMN = `
  SELECT format_type(a.atttypid, a.atttypmod) AS type,
         CASE WHEN a.attcollation <> t.typcollation THEN format(' COLLATE %I.%I', cn.nspname, co.collname) ELSE '' END AS collation,
         a.attnotnull AS "notNull", pg_get_expr(d.adbin, d.adrelid) AS default, a.attgenerated <> '' AS "isGenerated",
         a.attinhcount > 0 AS "isInherited",
         EXISTS (SELECT FROM pg_partitioned_table p WHERE p.partrelid = c.oid
                 AND (a.attnum = ANY (p.partattrs) OR p.partexprs IS NOT NULL)) AS "isPartitionKey",
         ARRAY(SELECT format('GRANT %s (%I) ON %I.%I TO %s%s', g.privilege_type, $4::text, n.nspname, c.relname,
                             CASE g.grantee WHEN 0 THEN 'PUBLIC' ELSE quote_ident(r.rolname) END,
                             CASE WHEN g.is_grantable THEN ' WITH GRANT OPTION' ELSE '' END)
               FROM aclexplode(a.attacl) AS g LEFT JOIN pg_roles r ON r.oid = g.grantee
               ORDER BY g.privilege_type, r.rolname) AS grants
  FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid JOIN pg_namespace n ON n.oid = c.relnamespace
  JOIN pg_type t ON t.oid = a.atttypid
  LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum AND a.attgenerated = ''
  LEFT JOIN pg_collation co ON co.oid = a.attcollation LEFT JOIN pg_namespace cn ON cn.oid = co.collnamespace
  WHERE n.nspname = $1 AND c.relname = $2 AND a.attname = $3`;

/**
 * To an index of expressions, of some rows, or in which NULLs are equal, rows whose double is not filled yet could be
 * the same: it is not unique on the double. It still is on the column itself, with which that is kept in step.
 */
const INDEXES = `
  SELECT i.relname AS name,
         x.indisunique AND x.indexprs IS NULL AND x.indpred IS NULL AND NOT x.indnullsnotdistinct AS "isUnique",
         substr(pg_get_indexdef(i.oid), 1 + length(format('CREATE %sINDEX %I ON %s%I.%I ',
           CASE WHEN x.indisunique THEN 'UNIQUE ' ELSE '' END, i.relname,
           CASE i.relkind WHEN 'I' THEN 'ONLY ' ELSE '' END, n.nspname, c.relname))) AS definition
  FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid JOIN pg_class c ON c.oid = x.indrelid
  JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE n.nspname = $1 AND c.relname = $2
  ORDER BY i.relname`;

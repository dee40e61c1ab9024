import type pg from 'pg';

import { topologicalOrder } from '../graph/topological-order.js';
import { parseSql } from '../sql/parser.js';
import { locksOf } from './statement-locks.js';

/**
 * Takes the locks of a transaction up front, all within the time in which one of them must be had. A statement that
 * waits for one of them is thus not yet taken for a party of a deadlock when this gives up.
 *
 * Their order is the one in which applications take them: views before tables, tables that reference others before
 * those.
 *
 * @param client In the transaction.
 */
export async function lockTables(
  client: pg.ClientBase,
  sql: string,
  timeoutMs: number,
): Promise<void> {
  // What the parser refuses, PostgreSQL refuses with a better message, or locks as it goes.
  const statements = await parseSql(sql);
  const locks = statements.flatMap(({ node }) => (node ? locksOf(node) : []));
  if (locks.length === 0) return;
  const { rows } = await client.query<Locked>(LOCKED, [JSON.stringify(locks)]);
  if (rows.length === 0) return;
  const end = performance.now() + timeoutMs;
  for (const relation of inOrder(rows)) {
    const left = Math.max(1, Math.ceil(end - performance.now()));
    await client.query(`SET LOCAL lock_timeout = ${left}; ${lockStatement(relation)}`);
  }
  await client.query(`SET LOCAL lock_timeout = ${timeoutMs}`);
}

/** A relation that a transaction locks. */
interface Locked {
  readonly oid: number;
  /** In quotes. */
  readonly name: string;
  readonly owner: string;
  readonly isTable: boolean;
  readonly exclusive: boolean;
  /** Relations that applications lock before it. */
  readonly after: readonly number[];
}

function inOrder(relations: readonly Locked[]): readonly Locked[] {
  const views = relations.filter(({ isTable }) => !isTable);
  const tables = relations.filter(({ isTable }) => isTable);
  const byOid = new Map(tables.map((table) => [table.oid, table]));
  const sorted = topologicalOrder(tables, ({ after }) =>
    after.flatMap((oid) => byOid.get(oid) ?? []),
  );
  // Tables that reference each other have no such order.
  return [...views, ...('order' in sorted ? sorted.order : tables)];
}

function lockStatement({ name, owner, isTable, exclusive }: Locked): string {
  // LOCK TABLE on a view locks all that it reads. To give a view to its owner locks the view alone.
  if (!isTable) return `ALTER TABLE ${name} OWNER TO ${owner}`;
  return `LOCK TABLE ${name} IN ${exclusive ? 'ACCESS EXCLUSIVE' : 'SHARE ROW EXCLUSIVE'} MODE`;
}

/**
 * Views that were made last, and so may read the others, come first. Without the privileges of its owner, a relation
 * cannot be locked: a foreign key may reference a table of somebody else.
 */
const LOCKED = `
  WITH wanted AS (
    SELECT coalesce(i.indrelid, c.oid) AS oid, w.exclusive, w."isDropped", w.drops
    FROM json_to_recordset($1::json)
      AS w(schema text, name text, exclusive boolean, "isDropped" boolean, drops text[])
    JOIN pg_catalog.pg_namespace n ON n.nspname = w.schema
    JOIN pg_catalog.pg_class c ON c.relnamespace = n.oid AND c.relname = w.name
    LEFT JOIN pg_catalog.pg_index i ON i.indexrelid = c.oid
  ), locked AS (
    SELECT oid, exclusive FROM wanted
    UNION ALL
    -- A foreign key goes from the table that it references, too.
    SELECT k.confrelid, true
    FROM wanted w JOIN pg_catalog.pg_constraint k ON k.conrelid = w.oid AND k.contype = 'f'
    WHERE w."isDropped" OR k.conname = ANY (w.drops) OR EXISTS (
      SELECT FROM pg_catalog.pg_attribute a
      WHERE a.attrelid = k.conrelid AND a.attnum = ANY (k.conkey) AND a.attname = ANY (w.drops))
  )
  SELECT c.oid::int8::float8 AS oid, pg_catalog.format('%I.%I', n.nspname, c.relname) AS name,
    pg_catalog.quote_ident(pg_catalog.pg_get_userbyid(c.relowner)) AS owner,
    c.relkind IN ('r', 'p') AS "isTable", bool_or(l.exclusive) AS exclusive,
    ARRAY(
      SELECT k.conrelid::int8::float8 FROM pg_catalog.pg_constraint k
      WHERE k.confrelid = c.oid AND k.contype = 'f' AND k.conrelid <> c.oid
      UNION
      SELECT h.inhparent::int8::float8 FROM pg_catalog.pg_inherits h WHERE h.inhrelid = c.oid
    ) AS after
  FROM locked l JOIN pg_catalog.pg_class c ON c.oid = l.oid
  JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
  WHERE pg_catalog.pg_has_role(c.relowner, 'USAGE') AND c.relkind IN ('r', 'p', 'f', 'v', 'm')
  GROUP BY c.oid, n.nspname
  ORDER BY CASE WHEN c.relkind IN ('r', 'p') THEN 0 ELSE c.oid::int8 END DESC, name`;

import type pg from 'pg';

import type { TouchedRelation } from '../diff/index.js';

/** Somebody else's object that stands on one of ours. */
export interface ForeignDependent {
  /** `view reports.summary` or `foreign key summary_article_fkey of reports.summary`. */
  readonly object: string;
  /** What it stands on: `blog.articles`. */
  readonly on: string;
}

/**
 * Finds views, rules and foreign keys that depend on what a migration drops, rebuilds or retypes,
 * and are not ours.
 *
 * @param ours The relations that the migrations know.
 */
export async function foreignDependents(
  client: pg.ClientBase,
  touched: readonly TouchedRelation[],
  ours: readonly { readonly schema: string; readonly name: string }[],
): Promise<ForeignDependent[]> {
  if (touched.length === 0) return [];
  const { rows } = await client.query<ForeignDependent>(DEPENDENTS, [
    JSON.stringify(touched),
    JSON.stringify(ours),
  ]);
  return rows;
}

const DEPENDENTS = `
  WITH touched AS (
    SELECT c.oid AS relation, coalesce(a.attnum, 0) AS attnum, k.oid AS con, k.conindid AS index,
           t."constraint" IS NOT NULL AS is_constraint,
           concat_ws('.', t.schema, t.name, t."column", t."constraint") AS name
    FROM json_to_recordset($1::json)
         AS t(schema text, name text, "column" text, "constraint" text)
    JOIN pg_namespace n ON n.nspname = t.schema
    JOIN pg_class c ON c.relnamespace = n.oid AND c.relname = t.name
    LEFT JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = t."column"
    LEFT JOIN pg_constraint k ON k.conrelid = c.oid AND k.conname = t."constraint"
    WHERE (t."column" IS NULL OR a.attnum > 0) AND (t."constraint" IS NULL OR k.oid IS NOT NULL)
  ),
  referenced AS (
    SELECT name, relation, 'pg_class'::regclass AS classid, relation AS objid, attnum
    FROM touched WHERE NOT is_constraint
    UNION ALL
    SELECT name, relation, 'pg_constraint'::regclass, con, 0 FROM touched WHERE is_constraint
    UNION ALL
    SELECT name, relation, 'pg_class'::regclass, index, 0 FROM touched WHERE is_constraint AND index <> 0
  )
  SELECT DISTINCT
    CASE WHEN k.oid IS NOT NULL THEN format('foreign key %I of %I.%I', k.conname, n.nspname, c.relname)
         ELSE format('%s %I.%I', CASE c.relkind WHEN 'm' THEN 'materialized view' WHEN 'v' THEN 'view'
                                               ELSE 'a rule of table' END, n.nspname, c.relname)
    END AS object,
    (SELECT format('%I.%I', rn.nspname, rc.relname)
     FROM pg_class rc JOIN pg_namespace rn ON rn.oid = rc.relnamespace
     WHERE rc.oid = referenced.relation) AS "on"
  FROM referenced
  JOIN pg_depend d ON d.refclassid = referenced.classid AND d.refobjid = referenced.objid
    AND (referenced.attnum = 0 OR d.refobjsubid = referenced.attnum)
  LEFT JOIN pg_rewrite r ON d.classid = 'pg_rewrite'::regclass AND r.oid = d.objid
  LEFT JOIN pg_constraint k
    ON d.classid = 'pg_constraint'::regclass AND k.oid = d.objid AND k.contype = 'f'
  JOIN pg_class c ON c.oid = coalesce(r.ev_class, k.conrelid)
  JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE c.oid <> referenced.relation
    AND NOT EXISTS (
      SELECT FROM json_to_recordset($2::json) AS o(schema text, name text)
      WHERE o.schema = n.nspname AND o.name = c.relname)
  ORDER BY 1, 2`;

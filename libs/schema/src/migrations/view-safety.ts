import type pg from 'pg';
import { text, unquoted, type Issue } from '@rowhouse/errors';

import type { DesiredState } from '../desired-state.js';
import { UserError } from '../errors/errors.js';

/**
 * Refuses REST views that would show what they should not, where only the built database can tell:
 * policies and constraints that the code gives as SQL.
 *
 * @param client Of the scratch database that holds the desired state.
 * @throws {UserError} naming each view with the ways out.
 */
export async function refuseUnsafeViews(
  client: pg.ClientBase,
  { restViews, definerViews }: DesiredState,
): Promise<void> {
  if (restViews.length === 0) return;
  const views = JSON.stringify(restViews);
  const bypassing = await client.query<Bypassing>(BYPASSED_POLICIES, [
    views,
    JSON.stringify(definerViews),
  ]);
  const late = await client.query<{ view: string; constraint: string; columns: string }>(
    DEFERRABLE_CONSTRAINTS,
    [views],
  );
  const issues: readonly Issue[] = [
    ...bypassing.rows.map(bypassedPolicies),
    ...late.rows.map(({ view, constraint, columns }) => ({
      code: 'deferrable-constraint',
      subject: `REST view ${view}`,
      message: `hides ${columns}, and ${constraint} is DEFERRABLE: its errors occur at commit, where the view cannot catch them, and could contain hidden values`,
      fix: 'Make it NOT DEFERRABLE, or show the columns.',
    })),
  ];
  if (issues.length > 0) throw new UserError(issues);
}

interface Bypassing {
  readonly view: string;
  /** The view that reads the table with the rights of its owner. */
  readonly by: string;
  readonly table: string;
  /** Whether that is a materialized view, which no role reads with its own rights. */
  readonly isStored: boolean;
}

function bypassedPolicies({ view, by, table, isStored }: Bypassing): Issue {
  const reader =
    by === view ? 'it' : `${isStored ? 'materialized ' : ''}view ${by}, which it reads,`;
  const does = isStored ? 'stores the rows that its owner sees' : 'has the privileges of its owner';
  return {
    code: 'bypassed-policies',
    subject: `REST view ${view}`,
    message: `shows every row of ${table}, which has row-level security: ${reader} ${does}`,
    fix: isStored
      ? text`Use schemaView instead, with security: ${'invoker'}. Or give ${unquoted(view)} security: ${'definer'} if it should show all rows.`
      : text`Give ${unquoted(by)} security: ${'invoker'} to use the privileges of the role that queries it, or security: ${'definer'} if it should show all rows.`,
  };
}

/**
 * What a REST view reads with the rights of an owner who was not asked for. A materialized view is filled with its owner's,
 * whatever the views that it reads say.
 */
const BYPASSED_POLICIES = `
  WITH RECURSIVE said AS (
    SELECT to_regclass(format('%I.%I', schema, name)) AS view
    FROM json_to_recordset($2::json) AS t(schema text, name text)
  ),
  reads(start, by, relation) AS (
    SELECT v.oid, v.oid, v.oid
    FROM json_to_recordset($1::json) AS t(schema text, name text)
    JOIN pg_class v ON v.oid = to_regclass(format('%I.%I', t.schema, t.name))
    UNION
    SELECT reads.start, CASE WHEN b.relkind = 'm' THEN b.oid ELSE c.oid END, d.refobjid
    FROM reads
    JOIN pg_class b ON b.oid = reads.by
    JOIN pg_class c ON c.oid = reads.relation AND c.relkind IN ('v', 'm')
      AND c.oid NOT IN (SELECT view FROM said WHERE view IS NOT NULL)
    JOIN pg_rewrite r ON r.ev_class = c.oid
    JOIN pg_depend d ON d.classid = 'pg_rewrite'::regclass AND d.objid = r.oid
      AND d.refclassid = 'pg_class'::regclass AND d.refobjid <> c.oid
  )
  SELECT DISTINCT reads.start::regclass::text AS view, reads.by::regclass::text AS by,
         reads.relation::regclass::text AS table, b.relkind = 'm' AS "isStored"
  FROM reads
  JOIN pg_class t ON t.oid = reads.relation AND t.relrowsecurity
  JOIN pg_class b ON b.oid = reads.by
  WHERE NOT EXISTS (
    SELECT FROM pg_options_to_table(b.reloptions)
    WHERE option_name = 'security_invoker' AND option_value::boolean)
  ORDER BY 1, 2, 3`;

/** Constraints that are checked at commit, with a column that a view hides; and triggers, which may do anything with it. */
const DEFERRABLE_CONSTRAINTS = `
  SELECT format('%I.%I', v.schema, v.name) AS view,
         format('constraint %s%I of %s', CASE k.contype WHEN 't' THEN 'trigger ' END, k.conname, k.conrelid::regclass) AS constraint,
         string_agg(DISTINCT format('%I', a.attname), ', ') AS columns
  FROM json_to_recordset($1::json)
       AS v(schema text, name text, source json, grants json, "hiddenColumns" json)
  JOIN pg_attribute a ON a.attrelid = to_regclass(format('%I.%I', v.source ->> 'schema', v.source ->> 'name'))
    AND a.attname IN (SELECT json_array_elements_text(v."hiddenColumns"))
  JOIN pg_constraint k ON k.condeferrable
    AND (k.conrelid = a.attrelid AND (a.attnum = ANY (k.conkey) OR k.contype = 't')
         OR k.confrelid = a.attrelid AND a.attnum = ANY (k.confkey))
  WHERE EXISTS (
    SELECT FROM json_each(v.grants) AS role, json_array_elements_text(role.value) AS privilege
    WHERE privilege <> 'select')
  GROUP BY 1, k.contype, k.conname, k.conrelid
  ORDER BY 1, 2`;

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
  const reached = await client.query<{ view: string; constraint: string; table: string }>(
    REACHED_CONSTRAINTS,
    [views],
  );
  const triggered = await client.query<Triggered>(TRIGGERED_CONSTRAINTS, [views]);
  const issues: readonly Issue[] = [
    ...bypassing.rows.map(bypassedPolicies),
    ...late.rows.map(({ view, constraint, columns }) => ({
      code: 'deferrable-constraint',
      subject: `REST view ${view}`,
      message: `hides ${columns}, and ${constraint} is DEFERRABLE: its errors occur at commit, where the view cannot catch them, and could contain hidden values`,
      fix: 'Make it NOT DEFERRABLE, or show the columns.',
    })),
    ...reached.rows.map(({ view, constraint, table }) => ({
      code: 'deferrable-constraint',
      subject: `REST view ${view}`,
      message: `changes ${table} by a cascade, and ${constraint} is DEFERRABLE: its errors occur at commit, where the view cannot catch them, and could contain values of that table`,
      fix: 'Make it NOT DEFERRABLE, or do not grant update and delete.',
    })),
    ...triggered.rows.map(({ view, constraint, name, table, callee }) => ({
      code: 'deferrable-constraint',
      subject: `REST view ${view}`,
      message: `changes ${table} in ${callee}, which a trigger calls, and ${constraint} is DEFERRABLE: its errors occur at commit, where the view cannot catch them, and could contain values of that table`,
      fix: `Make it NOT DEFERRABLE, or begin the function with: SET CONSTRAINTS ${name} IMMEDIATE;`,
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

interface Triggered {
  readonly view: string;
  readonly constraint: string;
  /** The constraint as SQL takes it. */
  readonly name: string;
  readonly table: string;
  readonly callee: string;
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

const WRITTEN_VIEWS = (privileges: string) => `
    SELECT format('%I.%I', v.schema, v.name) AS view,
           to_regclass(format('%I.%I', v.source ->> 'schema', v.source ->> 'name'))::oid AS source,
           v."hiddenColumns" AS hidden
    FROM json_to_recordset($1::json)
         AS v(schema text, name text, source json, grants json, "hiddenColumns" json)
    WHERE EXISTS (
      SELECT FROM json_each(v.grants) AS role, json_array_elements_text(role.value) AS privilege
      WHERE privilege IN (${privileges}))`;

/** Whether an expression of an exclusion constraint reads the column: `conkey` has 0 for expressions. */
const COMPUTED_FROM_IT = `k.contype = 'x' AND EXISTS (
           SELECT FROM pg_depend d
           WHERE d.classid = 'pg_class'::regclass AND d.objid = k.conindid AND d.refclassid = 'pg_class'::regclass
             AND d.refobjid = s.relation AND d.refobjsubid IN (0, a.attnum))`;

/**
 * Constraints that are checked at commit, with a column that a view hides; and triggers, which may do anything with
 * it. What is written to a table may stand in its partitions.
 */
const DEFERRABLE_CONSTRAINTS = `
  WITH RECURSIVE written AS (${WRITTEN_VIEWS("'insert', 'update', 'delete'")}),
  stored(view, hidden, relation) AS (
    SELECT view, hidden::text, source FROM written
    UNION
    SELECT s.view, s.hidden, h.inhrelid FROM stored s JOIN pg_inherits h ON h.inhparent = s.relation
  )
  SELECT s.view, format('constraint %s%I of %s', CASE k.contype WHEN 't' THEN 'trigger ' END, k.conname, k.conrelid::regclass) AS constraint,
         string_agg(DISTINCT format('%I', a.attname), ', ') AS columns
  FROM stored s
  JOIN pg_attribute a ON a.attrelid = s.relation
    AND a.attname IN (SELECT json_array_elements_text(s.hidden::json))
  JOIN pg_constraint k ON k.condeferrable
    AND (k.conrelid = s.relation AND (a.attnum = ANY (k.conkey) OR k.contype = 't' OR ${COMPUTED_FROM_IT})
         OR k.confrelid = s.relation AND a.attnum = ANY (k.confkey))
  GROUP BY s.view, k.contype, k.conname, k.conrelid
  ORDER BY 1, 2`;

/** Constraints that are checked at commit, of tables that a write through a view changes by a cascade. */
const REACHED_CONSTRAINTS = `
  WITH RECURSIVE written AS (${WRITTEN_VIEWS("'update', 'delete'")}),
  reached(view, source, relation) AS (
    SELECT view, source, source FROM written
    UNION
    SELECT r.view, r.source, k.conrelid
    FROM reached r
    JOIN pg_constraint k ON k.contype = 'f' AND k.confrelid = r.relation
      AND (k.confdeltype IN ('c', 'n', 'd') OR k.confupdtype IN ('c', 'n', 'd'))
  )
  SELECT DISTINCT r.view, format('constraint %I of %s', k.conname, k.conrelid::regclass) AS constraint,
         r.relation::regclass::text AS table
  FROM reached r
  JOIN pg_constraint k ON k.condeferrable AND r.relation IN (k.conrelid, k.confrelid)
  WHERE r.relation <> r.source
  ORDER BY 1, 2, 3`;

/** A name in a function's text, with quotes or without. */
const NAMED = (name: string) => `'"?' || regexp_replace(${name}, '(\\W)', '\\\\\\1', 'g') || '"?'`;

/**
 * Constraints that are checked at commit, of tables that the project's own triggers write to, be it those of tables that
 * a cascade or another trigger changes. Their text is all there is to go by: a statement that a function puts together is not seen.
 */
const TRIGGERED_CONSTRAINTS = `
  WITH RECURSIVE written AS (${WRITTEN_VIEWS("'insert', 'update', 'delete'")}),
  tables AS (
    SELECT c.oid, '\\m(insert\\s+into|update|delete\\s+from|merge\\s+into)\\s+(only\\s+)?('
             || ${NAMED('n.nspname')} || '\\s*\\.\\s*)?' || ${NAMED('c.relname')} || '(?![\\w$.])' AS writing
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE EXISTS (SELECT FROM pg_constraint k WHERE c.oid IN (k.conrelid, k.confrelid))
       OR EXISTS (SELECT FROM pg_trigger g WHERE g.tgrelid = c.oid)
       OR EXISTS (SELECT FROM pg_inherits h WHERE h.inhparent = c.oid)
  ),
  changed AS (${WRITTEN_VIEWS("'update', 'delete'")}),
  -- What is written to a table may stand in its partitions.
  own(source, relation) AS (
    SELECT source, source FROM written
    UNION
    SELECT o.source, h.inhrelid FROM own o JOIN pg_inherits h ON h.inhparent = o.relation
  ),
  reached(view, source, relation, callee) AS (
    SELECT view, source, source, NULL::regprocedure FROM written
    UNION
    SELECT r.view, r.source, n.relation, coalesce(n.callee, r.callee)
    FROM reached r
    CROSS JOIN LATERAL (
      SELECT t.oid AS relation, p.oid::regprocedure AS callee
      FROM pg_trigger g
      JOIN pg_proc p ON p.oid = g.tgfoid AND p.prosrc !~* '\\mset\\s+constraints\\M'
      JOIN tables t ON p.prosrc ~* t.writing
      WHERE g.tgrelid = r.relation AND NOT g.tgisinternal
      UNION ALL
      SELECT h.inhrelid, NULL FROM pg_inherits h WHERE h.inhparent = r.relation
      UNION ALL
      SELECT k.conrelid, NULL
      FROM pg_constraint k
      WHERE k.contype = 'f' AND k.confrelid = r.relation
        AND (k.confdeltype IN ('c', 'n', 'd') OR k.confupdtype IN ('c', 'n', 'd'))
        AND (r.callee IS NOT NULL OR r.view IN (SELECT view FROM changed))
    ) AS n
  )
  SELECT DISTINCT r.view, format('constraint %I of %s', k.conname, k.conrelid::regclass) AS constraint,
         format('%I.%I', kn.nspname, k.conname) AS name, r.relation::regclass::text AS table, r.callee::text AS callee
  FROM reached r
  JOIN pg_constraint k ON k.condeferrable AND r.relation IN (k.conrelid, k.confrelid)
  JOIN pg_namespace kn ON kn.oid = k.connamespace
  WHERE r.callee IS NOT NULL AND r.relation NOT IN (SELECT relation FROM own WHERE own.source = r.source)
  ORDER BY 1, 2, 4, 5`;

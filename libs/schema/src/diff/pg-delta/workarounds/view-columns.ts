import type { DependencyEdge, Fact, FactBase, StableId } from '@supabase/pg-delta';
import type { extract } from '@supabase/pg-delta/extract';

type ExtensionHandler = NonNullable<NonNullable<Parameters<typeof extract>[1]>['handlers']>[number];

type HandlerContext = Parameters<ExtensionHandler['capture']>[0];
type CaptureResult = Awaited<ReturnType<ExtensionHandler['capture']>>;

interface ViewColumn {
  readonly schema: string;
  readonly view: string;
  readonly column: string;
}

/**
 * Reads what the engine leaves out: the defaults, grants and comments of view columns. They become
 * facts of the engine's own kinds below their view, so that it plans them like a table's: it issues
 * them again when the view is rebuilt, and they go when the view goes.
 *
 * It reads along with the engine, in its transaction, and keeps what it found for the caller, who
 * puts all facts together once.
 */
export class ViewColumns implements ExtensionHandler {
  readonly extension = 'rowhouse_view_columns';
  facts: readonly Fact[] = [];
  edges: readonly DependencyEdge[] = [];

  async capture({ query }: HandlerContext, current: FactBase): Promise<CaptureResult> {
    const facts: Fact[] = [];
    const parentOf = ({ schema, view }: ViewColumn): StableId | undefined => {
      const id: StableId = { kind: 'view', schema, name: view };
      return current.has(id) ? id : undefined;
    };
    for (const row of (await query(DEFAULTS)) as unknown as (ViewColumn & { expr: string })[]) {
      const parent = parentOf(row);
      if (parent) facts.push({ id: defaultId(row), parent, payload: { expr: row.expr } });
    }
    for (const row of (await query(COMMENTS)) as unknown as (ViewColumn & { text: string })[]) {
      const parent = parentOf(row);
      const target: StableId = {
        kind: 'column',
        schema: row.schema,
        table: row.view,
        name: row.column,
      };
      if (parent)
        facts.push({ id: { kind: 'comment', target }, parent, payload: { text: row.text } });
    }
    for (const row of (await query(GRANTS)) as unknown as (ViewColumn & Grant)[]) {
      const target = parentOf(row);
      if (!target) continue;
      const { column, grantee, privileges, grantable } = row;
      facts.push({
        id: { kind: 'acl', target, grantee, column },
        parent: target,
        payload: { privileges, grantable },
      });
    }
    const edges = ((await query(DEFAULT_DEPENDENCIES)) as unknown as DefaultDependency[]).map(
      (row): DependencyEdge => ({ from: defaultId(row), to: row.target, kind: 'depends' }),
    );
    const known = new Set(facts.filter(({ id }) => id.kind === 'default').map(keyOf));
    this.facts = facts;
    this.edges = edges.filter(({ from, to }) => known.has(keyOf({ id: from })) && current.has(to));
    return { facts: [], edges: [] };
  }
}

interface Grant {
  readonly grantee: string;
  readonly privileges: string[];
  readonly grantable: string[];
}

interface DefaultDependency extends ViewColumn {
  readonly target: StableId;
}

function defaultId({ schema, view, column }: ViewColumn): StableId {
  return { kind: 'default', schema, table: view, name: column };
}

function keyOf({ id }: { readonly id: StableId }): string {
  return JSON.stringify(id, Object.keys(id).sort());
}

const COLUMNS = `
  pg_attribute a
  JOIN pg_class c ON c.oid = a.attrelid AND c.relkind = 'v'
  JOIN pg_namespace n ON n.oid = c.relnamespace
    AND n.nspname NOT IN ('pg_catalog', 'information_schema')`;

const NAMES = 'n.nspname AS schema, c.relname AS view, a.attname AS column';

const DEFAULTS = `
  SELECT ${NAMES}, pg_get_expr(d.adbin, d.adrelid) AS expr
  FROM ${COLUMNS} JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
  ORDER BY 1, 2, a.attnum`;

const COMMENTS = `
  SELECT ${NAMES}, d.description AS text
  FROM ${COLUMNS}
  JOIN pg_description d
    ON d.classoid = 'pg_class'::regclass AND d.objoid = c.oid AND d.objsubid = a.attnum
  WHERE a.attnum > 0
  ORDER BY 1, 2, a.attnum`;

const GRANTS = `
  SELECT ${NAMES}, coalesce(r.rolname, 'PUBLIC') AS grantee,
         array_agg(DISTINCT g.privilege_type ORDER BY g.privilege_type) AS privileges,
         coalesce(array_agg(DISTINCT g.privilege_type ORDER BY g.privilege_type)
                    FILTER (WHERE g.is_grantable), '{}') AS grantable
  FROM ${COLUMNS}
  CROSS JOIN LATERAL aclexplode(a.attacl) g
  LEFT JOIN pg_roles r ON r.oid = g.grantee
  WHERE a.attnum > 0 AND NOT a.attisdropped
  GROUP BY 1, 2, 3, 4, a.attnum
  ORDER BY 1, 2, a.attnum, 4`;

/** What a view column's default calls must exist before it, and outlive it. */
const DEFAULT_DEPENDENCIES = `
  SELECT ${NAMES},
    CASE dep.refclassid
      WHEN 'pg_proc'::regclass THEN json_build_object(
        'kind', CASE p.prokind WHEN 'a' THEN 'aggregate' ELSE 'function' END,
        'schema', pn.nspname, 'name', p.proname,
        'args', ARRAY(SELECT format_type(t.t, NULL)
                      FROM unnest(p.proargtypes) WITH ORDINALITY AS t(t, position)
                      ORDER BY t.position)::text[])
      WHEN 'pg_class'::regclass THEN json_build_object(
        'kind', 'sequence', 'schema', sn.nspname, 'name', s.relname)
      ELSE json_build_object(
        'kind', CASE t.typtype WHEN 'd' THEN 'domain' ELSE 'type' END,
        'schema', tn.nspname, 'name', t.typname)
    END AS target
  FROM ${COLUMNS}
  JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
  JOIN pg_depend dep ON dep.classid = 'pg_attrdef'::regclass AND dep.objid = d.oid AND dep.deptype = 'n'
  LEFT JOIN pg_proc p ON dep.refclassid = 'pg_proc'::regclass AND p.oid = dep.refobjid
  LEFT JOIN pg_namespace pn ON pn.oid = p.pronamespace
  LEFT JOIN pg_class s
    ON dep.refclassid = 'pg_class'::regclass AND s.oid = dep.refobjid AND s.relkind = 'S'
  LEFT JOIN pg_namespace sn ON sn.oid = s.relnamespace
  LEFT JOIN pg_type t ON dep.refclassid = 'pg_type'::regclass AND t.oid = dep.refobjid
  LEFT JOIN pg_namespace tn ON tn.oid = t.typnamespace
  WHERE coalesce(p.oid, s.oid, t.oid) IS NOT NULL
  ORDER BY 1, 2, a.attnum, dep.refclassid, dep.refobjid`;

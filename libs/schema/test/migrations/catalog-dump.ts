import type pg from 'pg';

/**
 * All that two databases built alike have in common, read by queries of the tests' own: the diff
 * engine is not asked whether the diff engine is right. Sorted lines.
 */
export async function dumpCatalog(
  query: <T extends pg.QueryResultRow>(sql: string) => Promise<T[]>,
): Promise<string[]> {
  const parts = [];
  for (const sql of QUERIES) parts.push(await query<{ line: string }>(sql));
  return parts
    .flat()
    .map(({ line }) => line)
    .sort();
}

const OURS =
  "n.nspname NOT IN ('pg_catalog', 'information_schema', 'rowhouse') AND n.nspname !~ '^pg_'";
const ACL = (column: string, kind: string, owner: string) =>
  `(SELECT string_agg(coalesce(r.rolname, 'PUBLIC') || ':' || g.privilege_type || ':' || g.is_grantable, ' '
                      ORDER BY r.rolname, g.privilege_type)
    FROM aclexplode(coalesce(${column}, acldefault('${kind}', ${owner}))) g LEFT JOIN pg_roles r ON r.oid = g.grantee)`;

const QUERIES = [
  `SELECT concat_ws(' | ', 'schema', n.nspname, ${ACL('n.nspacl', 'n', 'n.nspowner')}) AS line
   FROM pg_namespace n WHERE ${OURS} AND n.nspname <> 'public'`,
  `SELECT concat_ws(' | ', 'relation', c.relkind, n.nspname, c.relname, c.relpersistence, c.relrowsecurity,
            ${ACL('c.relacl', 'r', 'c.relowner')}, obj_description(c.oid, 'pg_class'),
            CASE WHEN c.relkind IN ('v', 'm') THEN pg_get_viewdef(c.oid) END,
            CASE WHEN c.relkind = 'i' THEN pg_get_indexdef(c.oid) END) AS line
   FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
   WHERE ${OURS} AND c.relkind IN ('r', 'p', 'v', 'm', 'i', 'I')`,
  `SELECT concat_ws(' | ', 'sequence', s.schemaname, s.sequencename, s.data_type, s.start_value, s.min_value,
            s.max_value, s.increment_by, s.cycle) AS line
   FROM pg_sequences s JOIN pg_namespace n ON n.nspname = s.schemaname WHERE ${OURS}`,
  `SELECT concat_ws(' | ', 'column', n.nspname, c.relname, a.attname, format_type(a.atttypid, a.atttypmod),
            a.attnotnull, a.attidentity, a.attgenerated, pg_get_expr(d.adbin, d.adrelid),
            col_description(c.oid, a.attnum), a.attacl::text) AS line
   FROM pg_attribute a
   JOIN pg_class c ON c.oid = a.attrelid JOIN pg_namespace n ON n.oid = c.relnamespace
   LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
   WHERE ${OURS} AND c.relkind IN ('r', 'p', 'v', 'm') AND a.attnum > 0 AND NOT a.attisdropped`,
  `SELECT concat_ws(' | ', 'constraint', n.nspname, c.relname, k.conname, pg_get_constraintdef(k.oid),
            obj_description(k.oid, 'pg_constraint')) AS line
   FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid JOIN pg_namespace n ON n.oid = c.relnamespace
   WHERE ${OURS} AND k.contype <> 'n'`,
  `SELECT concat_ws(' | ', 'trigger', n.nspname, c.relname, t.tgenabled, pg_get_triggerdef(t.oid)) AS line
   FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid JOIN pg_namespace n ON n.oid = c.relnamespace
   WHERE ${OURS} AND NOT t.tgisinternal`,
  `SELECT concat_ws(' | ', 'function', pg_get_functiondef(p.oid), ${ACL('p.proacl', 'f', 'p.proowner')}) AS line
   FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace WHERE ${OURS} AND p.prokind = 'f'`,
  `SELECT concat_ws(' | ', 'type', n.nspname, t.typname,
            (SELECT string_agg(e.enumlabel, ',' ORDER BY e.enumsortorder) FROM pg_enum e WHERE e.enumtypid = t.oid)) AS line
   FROM pg_type t JOIN pg_namespace n ON n.oid = t.typnamespace WHERE ${OURS} AND t.typtype IN ('e', 'd')`,
  `SELECT concat_ws(' | ', 'policy', p.schemaname, p.tablename, p.policyname, p.permissive, p.roles::text, p.cmd,
            p.qual, p.with_check) AS line
   FROM pg_policies p JOIN pg_namespace n ON n.nspname = p.schemaname WHERE ${OURS}`,
];

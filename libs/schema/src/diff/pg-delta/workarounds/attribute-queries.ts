import { COLUMN_SETTINGS } from '../../../sql/column-settings.js';

const RELATION = `CASE c.relkind WHEN 'm' THEN 'MATERIALIZED VIEW' WHEN 'f' THEN 'FOREIGN TABLE' ELSE 'TABLE' END`;
const TABLE_ID = `json_build_object('kind', CASE c.relkind WHEN 'm' THEN 'materializedView' WHEN 'f' THEN 'foreignTable' ELSE 'table' END,
                                    'schema', n.nspname, 'name', c.relname)`;
/** The engine knows the columns of tables, but for those that they inherit. */
const COLUMN_ID = `CASE WHEN c.relkind = 'm' OR a.attinhcount > 0 THEN ${TABLE_ID} ELSE json_build_object(
                     'kind', 'column', 'schema', n.nspname, 'table', c.relname, 'name', a.attname) END`;
const NAME = `format('%I.%I', n.nspname, c.relname)`;
const COLUMN = `format('%I.%I.%I', n.nspname, c.relname, a.attname)`;
const ALTER_COLUMN = `format('ALTER %s %I.%I ALTER COLUMN %I ', ${RELATION}, n.nspname, c.relname, a.attname)`;
const OPTION_NAMES = (options: string) =>
  `(SELECT string_agg(split_part(o, '=', 1), ', ') FROM unnest(${options}) AS o)`;

/** The columns, each with that of the same name in the table that it is inherited from. */
const COLUMNS = `
    FROM n JOIN pg_class c ON c.relnamespace = n.oid AND c.relkind IN ('r', 'p', 'm', 'f')
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
    LEFT JOIN pg_inherits h ON h.inhrelid = c.oid AND h.inhseqno = 1
    LEFT JOIN pg_attribute pa ON pa.attrelid = h.inhparent AND pa.attname = a.attname AND NOT pa.attisdropped
    JOIN pg_type t ON t.oid = a.atttypid`;
const OF_COLUMNS = COLUMN_SETTINGS.map(
  ({ kind, isSet, isOwn = 'false', set, reset }) => `
    SELECT '${kind}', ${COLUMN}, json_build_array(${COLUMN_ID}), ${ALTER_COLUMN} || ${set}, ${ALTER_COLUMN} || ${reset}
    ${COLUMNS}
    WHERE ${isSet} OR ${isOwn}`,
).join('\n    UNION ALL');
/** The sequences of identities. */
const IDENTITIES = `
    FROM n JOIN pg_class c ON c.relnamespace = n.oid AND c.relkind IN ('r', 'p', 'f') AND NOT c.relispartition
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attidentity <> '' AND NOT a.attisdropped
    JOIN pg_class s ON s.oid = pg_get_serial_sequence(format('%I.%I', n.nspname, c.relname), a.attname)::regclass`;
/** What an index of a partition has of its own is refused: PostgreSQL makes it, and chooses its name. */
const INDEXES = (kinds: string) =>
  `FROM n JOIN pg_class c ON c.relnamespace = n.oid AND c.relkind IN (${kinds}) AND NOT c.relispartition`;

const EXTENSIONS_IN = (schema: string) =>
  `(SELECT json_agg(json_build_object('kind', 'extension', 'name', extname) ORDER BY extname)
    FROM pg_extension WHERE extnamespace = ${schema})`;

/** One row an attribute: kind, object, hosts, set, reset. */
export const ATTRIBUTES = `
  WITH n AS (SELECT oid, nspname FROM pg_namespace WHERE nspname = ANY ($1)),
  attribute(kind, object, hosts, set, reset) AS (
    ${OF_COLUMNS}
    UNION ALL
    SELECT 'statistics target', format('%s column %s', ${NAME}, a.attnum),
           json_build_array(json_build_object('kind', 'index', 'schema', n.nspname, 'name', c.relname)),
           format('ALTER INDEX %I.%I ALTER COLUMN %s SET STATISTICS %s', n.nspname, c.relname, a.attnum, a.attstattarget),
           format('ALTER INDEX %I.%I ALTER COLUMN %s SET STATISTICS -1', n.nspname, c.relname, a.attnum)
    ${INDEXES("'i', 'I'")}
    JOIN pg_attribute a ON a.attrelid = c.oid AND coalesce(a.attstattarget, -1) >= 0
    UNION ALL
    SELECT 'TOAST options', ${NAME}, json_build_array(${TABLE_ID}),
           format('ALTER %s %I.%I SET (%s)', ${RELATION}, n.nspname, c.relname,
                  (SELECT string_agg('toast.' || o, ', ') FROM unnest(toast.reloptions) AS o)),
           format('ALTER %s %I.%I RESET (%s)', ${RELATION}, n.nspname, c.relname,
                  (SELECT string_agg('toast.' || split_part(o, '=', 1), ', ') FROM unnest(toast.reloptions) AS o))
    FROM n JOIN pg_class c ON c.relnamespace = n.oid AND c.relkind IN ('r', 'm')
    JOIN pg_class toast ON toast.oid = c.reltoastrelid AND toast.reloptions IS NOT NULL
    UNION ALL
    SELECT 'clustering', ${NAME},
           json_build_array(${TABLE_ID},
             json_build_object('kind', 'index', 'schema', n.nspname, 'name', ic.relname),
             json_build_object('kind', 'constraint', 'schema', n.nspname, 'table', c.relname, 'name', ic.relname)),
           format('ALTER %s %I.%I CLUSTER ON %I', ${RELATION}, n.nspname, c.relname, ic.relname),
           format('ALTER %s %I.%I SET WITHOUT CLUSTER', ${RELATION}, n.nspname, c.relname)
    FROM n JOIN pg_class c ON c.relnamespace = n.oid AND c.relkind IN ('r', 'm')
    JOIN pg_index i ON i.indrelid = c.oid AND i.indisclustered
    JOIN pg_class ic ON ic.oid = i.indexrelid AND NOT ic.relispartition
    UNION ALL
    SELECT 'index options', ${NAME}, json_build_array(con.id),
           format('ALTER INDEX %I.%I SET (%s)', n.nspname, c.relname, array_to_string(c.reloptions, ', ')),
           format('ALTER INDEX %I.%I RESET (%s)', n.nspname, c.relname, ${OPTION_NAMES('c.reloptions')})
    ${INDEXES("'i'")} AND c.reloptions IS NOT NULL
    JOIN LATERAL (${constraintOf('c.oid')}) AS con ON true
    UNION ALL
    SELECT 'comment on index', ${NAME}, json_build_array(con.id),
           format('COMMENT ON INDEX %I.%I IS %L', n.nspname, c.relname, obj_description(c.oid, 'pg_class')),
           format('COMMENT ON INDEX %I.%I IS NULL', n.nspname, c.relname)
    ${INDEXES("'i', 'I'")}
    JOIN LATERAL (${constraintOf('c.oid')}) AS con ON true
    WHERE obj_description(c.oid, 'pg_class') IS NOT NULL
    UNION ALL
    SELECT 'comment on column', ${COLUMN},
           json_build_array(CASE c.relkind WHEN 'm' THEN ${TABLE_ID}
             ELSE json_build_object('kind', 'type', 'schema', n.nspname, 'name', c.relname) END),
           format('COMMENT ON COLUMN %I.%I.%I IS %L', n.nspname, c.relname, a.attname, d.description),
           format('COMMENT ON COLUMN %I.%I.%I IS NULL', n.nspname, c.relname, a.attname)
    FROM n JOIN pg_class c ON c.relnamespace = n.oid AND c.relkind IN ('m', 'c')
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0
    JOIN pg_description d ON d.classoid = 'pg_class'::regclass AND d.objoid = c.oid AND d.objsubid = a.attnum
    UNION ALL
    SELECT 'privilege', format('%I.%I for %s', n.nspname, s.relname, coalesce(quote_ident(r.rolname), 'everyone')),
           json_build_array(${COLUMN_ID}),
           format('GRANT %s ON SEQUENCE %I.%I TO %s', string_agg(g.privilege_type, ', ' ORDER BY g.privilege_type),
                  n.nspname, s.relname, coalesce(quote_ident(r.rolname), 'PUBLIC'))
             || CASE WHEN bool_or(g.is_grantable) THEN ' WITH GRANT OPTION' ELSE '' END,
           format('REVOKE ALL ON SEQUENCE %I.%I FROM %s', n.nspname, s.relname, coalesce(quote_ident(r.rolname), 'PUBLIC'))
    ${IDENTITIES}
    CROSS JOIN LATERAL aclexplode(s.relacl) AS g
    LEFT JOIN pg_roles r ON r.oid = g.grantee
    WHERE g.grantee <> s.relowner AND (g.grantee = 0 OR r.rolname = ANY ($2))
    GROUP BY n.nspname, s.relname, r.rolname, c.relname, c.relkind, a.attname, a.attinhcount
    UNION ALL
    SELECT 'privilege', format('%I for %s', s.nspname, quote_ident(r.rolname)), ${EXTENSIONS_IN('s.oid')},
           format('GRANT %s ON SCHEMA %I TO %I', string_agg(g.privilege_type, ', ' ORDER BY g.privilege_type),
                  s.nspname, r.rolname)
             || CASE WHEN bool_or(g.is_grantable) THEN ' WITH GRANT OPTION' ELSE '' END,
           format('REVOKE ALL ON SCHEMA %I FROM %I', s.nspname, r.rolname)
    FROM pg_namespace s
    CROSS JOIN LATERAL aclexplode(s.nspacl) AS g
    JOIN pg_roles r ON r.oid = g.grantee AND r.rolname = ANY ($2)
    WHERE s.nspname <> ALL ($1) AND s.nspname NOT IN ('public', 'pg_catalog') AND g.grantee <> s.nspowner
      AND EXISTS (SELECT FROM pg_extension WHERE extnamespace = s.oid)
    GROUP BY s.oid, s.nspname, r.rolname
    UNION ALL
    SELECT 'comment on sequence', format('%I.%I', n.nspname, s.relname), json_build_array(${COLUMN_ID}),
           format('COMMENT ON SEQUENCE %I.%I IS %L', n.nspname, s.relname, obj_description(s.oid, 'pg_class')),
           format('COMMENT ON SEQUENCE %I.%I IS NULL', n.nspname, s.relname)
    ${IDENTITIES}
    WHERE obj_description(s.oid, 'pg_class') IS NOT NULL
    UNION ALL
    SELECT 'persistence', ${NAME},
           json_build_array(json_build_object('kind', 'sequence', 'schema', n.nspname, 'name', c.relname)),
           format('ALTER SEQUENCE %I.%I SET UNLOGGED', n.nspname, c.relname),
           format('ALTER SEQUENCE %I.%I SET LOGGED', n.nspname, c.relname)
    FROM n JOIN pg_class c ON c.relnamespace = n.oid AND c.relkind = 'S' AND c.relpersistence = 'u'
    WHERE NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = c.oid AND d.deptype = 'i')
  )
  SELECT * FROM attribute ORDER BY kind COLLATE "C", object COLLATE "C"`;

/** The constraint that an index belongs to; an index by itself is the engine's to read. */
function constraintOf(index: string): string {
  return `
    SELECT json_build_object('kind', 'constraint', 'schema', kn.nspname, 'table', kc.relname, 'name', k.conname) AS id
    FROM pg_constraint k JOIN pg_class kc ON kc.oid = k.conrelid
    JOIN pg_namespace kn ON kn.oid = kc.relnamespace
    WHERE k.conindid = ${index} AND k.contype IN ('p', 'u', 'x')`;
}

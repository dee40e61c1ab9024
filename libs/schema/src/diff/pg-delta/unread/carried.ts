import { COLUMN_SETTINGS } from './column-settings.js';

const KIND = `CASE c.relkind WHEN 'm' THEN 'MATERIALIZED VIEW' WHEN 'f' THEN 'FOREIGN TABLE' ELSE 'TABLE' END`;
const NAME = `format('%I.%I', n.nspname, c.relname)`;
const COLUMN = `format('%I.%I.%I', n.nspname, c.relname, a.attname)`;
const ALTER = `format('ALTER %s %I.%I ', ${KIND}, n.nspname, c.relname)`;
const ALTER_COLUMN = `${ALTER} || format('ALTER COLUMN %I ', a.attname)`;
const ALTER_INDEX = `format('ALTER INDEX %I.%I ', n.nspname, c.relname)`;
const OPTION_NAMES = (options: string) =>
  `(SELECT string_agg(split_part(o, '=', 1), ', ') FROM unnest(${options}) AS o)`;
/** The statements that make and remove a comment. */
const COMMENT = (on: string, text: string) =>
  `'COMMENT ON ' || ${on} || format(' IS %L', ${text}), 'COMMENT ON ' || ${on} || ' IS NULL'`;
/** The statements that grant and revoke the privileges of `g` for the role `r`. */
const GRANT = (on: string) =>
  `format('GRANT %s ON ', string_agg(g.privilege_type, ', ' ORDER BY g.privilege_type)) || ${on} || ' TO ' || ${ROLE}
     || CASE WHEN bool_or(g.is_grantable) THEN ' WITH GRANT OPTION' ELSE '' END,
   'REVOKE ALL ON ' || ${on} || ' FROM ' || ${ROLE}`;
const ROLE = `coalesce(quote_ident(r.rolname), 'PUBLIC')`;

/** The columns, each with that of the same name in the table that it is inherited from. */
const OF_COLUMNS = `
  FROM n JOIN pg_class c ON c.relnamespace = n.oid AND c.relkind IN ('r', 'p', 'm', 'f')
  JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
  LEFT JOIN pg_inherits h ON h.inhrelid = c.oid AND h.inhseqno = 1
  LEFT JOIN pg_attribute pa ON pa.attrelid = h.inhparent AND pa.attname = a.attname AND NOT pa.attisdropped
  JOIN pg_type t ON t.oid = a.atttypid`;
/** What an index of a partition has of its own is refused: PostgreSQL makes it, and chooses its name. */
const OF_INDEXES = `
  FROM n JOIN pg_class c ON c.relnamespace = n.oid AND c.relkind IN ('i', 'I') AND NOT c.relispartition
  JOIN pg_index i ON i.indexrelid = c.oid
  LEFT JOIN pg_constraint k ON k.conindid = c.oid AND k.contype IN ('p', 'u', 'x')`;
/** The sequences of identities. */
const OF_IDENTITIES = `
  FROM n JOIN pg_class c ON c.relnamespace = n.oid AND c.relkind IN ('r', 'p', 'f') AND NOT c.relispartition
  JOIN pg_attribute a ON a.attrelid = c.oid AND a.attidentity <> '' AND NOT a.attisdropped
  JOIN pg_class s ON s.oid = pg_get_serial_sequence(${NAME}, a.attname)::regclass`;
const SEQUENCE = `format('SEQUENCE %I.%I', n.nspname, s.relname)`;
const DESCRIPTION = (oid: string) => `obj_description(${oid}, 'pg_class')`;

/**
 * What objects of the schemas `$1` have that the engine does not read, and that `raw()` can make: its name, and the
 * statements that make and remove it. `$2` are the roles of the project.
 */
export const CARRIED = `
  WITH n AS (SELECT oid, nspname FROM pg_namespace WHERE nspname = ANY ($1)),
  carried(name, depth, up, down) AS (
    ${COLUMN_SETTINGS.map(
      ({ kind, isSet, isOwn = 'false', set, reset }) => `
    SELECT '${kind} of ' || ${COLUMN}, h.inhrelid IS NOT NULL, ${ALTER_COLUMN} || ${set}, ${ALTER_COLUMN} || ${reset}
    ${OF_COLUMNS} WHERE ${isSet} OR ${isOwn}`,
    ).join('\n    UNION ALL')}
    UNION ALL
    SELECT format('statistics target of %s column %s', ${NAME}, a.attnum), false,
           ${ALTER_INDEX} || format('ALTER COLUMN %s SET STATISTICS %s', a.attnum, a.attstattarget),
           ${ALTER_INDEX} || format('ALTER COLUMN %s SET STATISTICS -1', a.attnum)
    ${OF_INDEXES} JOIN pg_attribute a ON a.attrelid = c.oid AND coalesce(a.attstattarget, -1) >= 0
    UNION ALL
    SELECT 'options of ' || ${NAME}, false,
           ${ALTER_INDEX} || format('SET (%s)', array_to_string(c.reloptions, ', ')),
           ${ALTER_INDEX} || format('RESET (%s)', ${OPTION_NAMES('c.reloptions')})
    ${OF_INDEXES} WHERE c.relkind = 'i' AND c.reloptions IS NOT NULL AND k.oid IS NOT NULL
    UNION ALL
    SELECT 'comment on index ' || ${NAME}, false, ${COMMENT(`format('INDEX %I.%I', n.nspname, c.relname)`, DESCRIPTION('c.oid'))}
    ${OF_INDEXES} WHERE k.oid IS NOT NULL AND ${DESCRIPTION('c.oid')} IS NOT NULL
    UNION ALL
    SELECT 'clustering of ' || ${NAME}, false, ${ALTER} || format('CLUSTER ON %I', ic.relname), ${ALTER} || 'SET WITHOUT CLUSTER'
    FROM n JOIN pg_class c ON c.relnamespace = n.oid AND c.relkind IN ('r', 'm')
    JOIN pg_index i ON i.indrelid = c.oid AND i.indisclustered
    JOIN pg_class ic ON ic.oid = i.indexrelid AND NOT ic.relispartition
    UNION ALL
    SELECT 'TOAST options of ' || ${NAME}, false,
           ${ALTER} || format('SET (%s)', (SELECT string_agg('toast.' || o, ', ') FROM unnest(toast.reloptions) AS o)),
           ${ALTER} || format('RESET (%s)', (SELECT string_agg('toast.' || split_part(o, '=', 1), ', ') FROM unnest(toast.reloptions) AS o))
    FROM n JOIN pg_class c ON c.relnamespace = n.oid AND c.relkind IN ('r', 'm')
    JOIN pg_class toast ON toast.oid = c.reltoastrelid AND toast.reloptions IS NOT NULL
    UNION ALL
    SELECT 'comment on column ' || ${COLUMN}, false, ${COMMENT(`'COLUMN ' || ${COLUMN}`, 'd.description')}
    FROM n JOIN pg_class c ON c.relnamespace = n.oid AND c.relkind IN ('m', 'c')
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0
    JOIN pg_description d ON d.classoid = 'pg_class'::regclass AND d.objoid = c.oid AND d.objsubid = a.attnum
    UNION ALL
    SELECT 'comment on sequence ' || format('%I.%I', n.nspname, s.relname), false, ${COMMENT(SEQUENCE, DESCRIPTION('s.oid'))}
    ${OF_IDENTITIES} WHERE ${DESCRIPTION('s.oid')} IS NOT NULL
    UNION ALL
    SELECT format('privileges on %I.%I for %s', n.nspname, s.relname, ${ROLE}), false, ${GRANT(SEQUENCE)}
    ${OF_IDENTITIES} CROSS JOIN LATERAL aclexplode(s.relacl) AS g LEFT JOIN pg_roles r ON r.oid = g.grantee
    WHERE g.grantee <> s.relowner AND (g.grantee = 0 OR r.rolname = ANY ($2))
    GROUP BY n.nspname, s.relname, r.rolname
    UNION ALL
    SELECT format('privileges on schema %I for %s', s.nspname, ${ROLE}), false, ${GRANT(`format('SCHEMA %I', s.nspname)`)}
    FROM pg_namespace s CROSS JOIN LATERAL aclexplode(s.nspacl) AS g JOIN pg_roles r ON r.oid = g.grantee AND r.rolname = ANY ($2)
    WHERE s.nspname <> ALL ($1) AND s.nspname NOT IN ('public', 'pg_catalog') AND g.grantee <> s.nspowner
      AND EXISTS (SELECT FROM pg_extension WHERE extnamespace = s.oid)
    GROUP BY s.nspname, r.rolname
    UNION ALL
    SELECT 'persistence of ' || ${NAME}, false, format('ALTER SEQUENCE %s SET UNLOGGED', ${NAME}), format('ALTER SEQUENCE %s SET LOGGED', ${NAME})
    FROM n JOIN pg_class c ON c.relnamespace = n.oid AND c.relkind = 'S' AND c.relpersistence = 'u'
    WHERE NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = c.oid AND d.deptype = 'i')
  )
  -- What is set on a table is set on its partitions, which may differ from it.
  SELECT name, up, down FROM carried ORDER BY depth, name COLLATE "C"`;

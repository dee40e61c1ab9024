/** Objects of PostgreSQL's own have smaller numbers. */
const FIRST_OWN = 16384;

/** The catalogs of kinds that the engine does not read. */
const KINDS = [
  'pg_am',
  'pg_cast',
  'pg_conversion',
  'pg_language',
  'pg_opclass',
  'pg_operator',
  'pg_opfamily',
  'pg_statistic_ext',
  'pg_transform',
  'pg_ts_config',
  'pg_ts_dict',
  'pg_ts_parser',
  'pg_ts_template',
].map((catalog) => `SELECT '${catalog}'::regclass, oid FROM ${catalog}`);

/** What objects have of a list of properties: the words for each, and its condition. */
const NAMED = (object: string, has: Readonly<Record<string, string>>, from: string) => `
  SELECT what || ' ' || ${object}
  ${from}
  CROSS JOIN LATERAL (VALUES ${Object.entries(has)
    .map(([what, condition]) => `('${what}', ${condition})`)
    .join(', ')}) AS had(what, has)
  WHERE had.has`;

const RELATIONS = 'FROM n JOIN pg_class c ON c.relnamespace = n.oid';
const NAME = `format('%I.%I', n.nspname, c.relname)`;
const DEFAULT = (column: string) =>
  `(SELECT pg_get_expr(adbin, adrelid) FROM pg_attrdef WHERE adrelid = ${column}.attrelid AND adnum = ${column}.attnum)`;
const TARGET = (column: string) => `coalesce(${column}.attstattarget, -1)`;
const SORTED = (options: string) => `ARRAY(SELECT o FROM unnest(${options}) AS o ORDER BY o)`;

const OF_COLUMNS = NAMED(
  `format('column %I.%I.%I', n.nspname, c.relname, a.attname)`,
  {
    'virtual generated': `a.attgenerated = 'v'`,
    'options of': `c.relkind = 'f' AND a.attfdwoptions IS NOT NULL`,
    'compression of': `c.relkind = 'f' AND a.attcompression <> ''`,
    'privileges on': `(c.relkind = 'm' OR a.attinhcount > 0) AND a.attacl IS NOT NULL`,
    'comment on inherited': `a.attinhcount > 0 AND col_description(c.oid, a.attnum) IS NOT NULL`,
    'own definition of inherited': 'a.attinhcount > 0 AND a.attislocal',
    'default of inherited': `a.attinhcount > 0 AND ${DEFAULT('a')} IS DISTINCT FROM ${DEFAULT('pa')}`,
    'NOT NULL of inherited': `a.attinhcount > 0 AND a.attnotnull AND NOT pa.attnotnull AND NOT EXISTS (
      SELECT FROM pg_index WHERE indrelid = c.oid AND indisprimary AND a.attnum = ANY (indkey))`,
  },
  `${RELATIONS} JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
  LEFT JOIN pg_inherits h ON h.inhrelid = c.oid AND h.inhseqno = 1
  LEFT JOIN pg_attribute pa ON pa.attrelid = h.inhparent AND pa.attname = a.attname AND NOT pa.attisdropped`,
);

const OF_RELATIONS = NAMED(
  NAME,
  {
    'typed table': 'c.reloftype <> 0',
    'table with several parents':
      'EXISTS (SELECT FROM pg_inherits WHERE inhrelid = c.oid AND inhseqno = 2)',
    'foreign table with a parent': `c.relkind = 'f' AND EXISTS (SELECT FROM pg_inherits WHERE inhrelid = c.oid)`,
    // It is not on each partition, and the engine takes it for complete.
    'incomplete index': `c.relkind = 'I' AND NOT i.indisvalid`,
    'storage parameters of index': `c.relkind = 'I' AND NOT c.relispartition AND c.reloptions IS NOT NULL AND EXISTS (
      SELECT FROM pg_constraint WHERE conindid = c.oid AND contype IN ('p', 'u', 'x'))`,
  },
  `${RELATIONS} LEFT JOIN pg_index i ON i.indexrelid = c.oid`,
);

/** What an index of a partition has, and the index of the whole table has not: PostgreSQL makes it, and chooses its name. */
const OF_PARTITION_INDEXES = NAMED(
  `format('index %s of a partition', ${NAME})`,
  {
    'comment on': `obj_description(c.oid, 'pg_class') IS NOT NULL`,
    'storage parameters of': `${SORTED('c.reloptions')} <> ${SORTED('p.reloptions')}`,
    'statistics target of': `EXISTS (
      SELECT FROM pg_attribute a JOIN pg_attribute pa ON pa.attrelid = p.oid AND pa.attnum = a.attnum
      WHERE a.attrelid = c.oid AND ${TARGET('a')} <> ${TARGET('pa')})`,
    'clustering by': 'i.indisclustered',
    'replica identity by': 'i.indisreplident',
  },
  `${RELATIONS} AND c.relkind IN ('i', 'I') AND c.relispartition
  JOIN pg_index i ON i.indexrelid = c.oid JOIN pg_inherits h ON h.inhrelid = c.oid JOIN pg_class p ON p.oid = h.inhparent`,
);

const OF_CONSTRAINTS = NAMED(
  `format('constraint %I of %s', k.conname, coalesce(nullif(k.conrelid, 0)::regclass::text, k.contypid::regtype::text))`,
  {
    'comment on': `(NOT k.conislocal OR k.contype IN ('n', 't')) AND obj_description(k.oid, 'pg_constraint') IS NOT NULL`,
    'validity of': `NOT k.conislocal AND EXISTS (
      SELECT FROM pg_inherits h JOIN pg_constraint p ON p.conrelid = h.inhparent AND p.convalidated <> k.convalidated
      WHERE h.inhrelid = k.conrelid
        AND (p.oid = k.conparentid OR k.conparentid = 0 AND p.contype = k.contype AND p.conname = k.conname))`,
    'disabled triggers of': `k.contype = 'f' AND EXISTS (
      SELECT FROM pg_trigger t WHERE t.tgconstraint = k.oid AND t.tgisinternal AND t.tgenabled <> 'O')`,
    // Since PostgreSQL 18 NOT NULL is a constraint with a name and attributes.
    'name or attributes of NOT NULL': `k.contype = 'n' AND k.conrelid <> 0 AND k.coninhcount = 0 AND (
      k.connoinherit OR NOT k.convalidated OR k.conname !~ '_not_null[0-9]*$')`,
  },
  'FROM n JOIN pg_constraint k ON k.connamespace = n.oid',
);

const OF_TRIGGERS = NAMED(
  `format('trigger %I of partition %s', t.tgname, ${NAME})`,
  {
    'comment on': `obj_description(t.oid, 'pg_trigger') IS NOT NULL`,
    'state of': 'p.tgenabled <> t.tgenabled',
  },
  `${RELATIONS} JOIN pg_trigger t ON t.tgrelid = c.oid JOIN pg_trigger p ON p.oid = t.tgparentid`,
);

/** What extensions have made, and what belongs to the database as a whole. */
const OTHERS = `
  SELECT format('comment on extension %I', e.extname)
  FROM pg_extension e JOIN pg_available_extensions a ON a.name = e.extname
  WHERE obj_description(e.oid, 'pg_extension') IS DISTINCT FROM a.comment
  UNION ALL
  SELECT DISTINCT format('privileges on %s of extension %I', pg_describe_object(o.class, o.oid, 0), e.extname)
  FROM (SELECT 'pg_proc'::regclass, oid, 'f'::"char", proowner, proacl FROM pg_proc
        UNION ALL SELECT 'pg_class'::regclass, oid, CASE relkind WHEN 'S' THEN 's' ELSE 'r' END::"char", relowner, relacl FROM pg_class
        UNION ALL SELECT 'pg_type'::regclass, oid, 'T'::"char", typowner, typacl FROM pg_type
       ) AS o(class, oid, kind, owner, acl)
  JOIN pg_depend d ON d.classid = o.class AND d.objid = o.oid AND d.deptype = 'e' AND o.acl IS NOT NULL
  JOIN pg_extension e ON e.oid = d.refobjid
  LEFT JOIN pg_init_privs p ON p.classoid = o.class AND p.objoid = o.oid AND p.objsubid = 0
  WHERE ARRAY(SELECT g::text FROM aclexplode(o.acl) AS g ORDER BY 1)
     <> ARRAY(SELECT g::text FROM aclexplode(coalesce(p.initprivs, acldefault(o.kind, o.owner))) AS g ORDER BY 1)
  UNION ALL
  SELECT format('dependency of %s on extension %I', pg_describe_object(d.classid, d.objid, 0), e.extname)
  FROM pg_depend d JOIN pg_extension e ON d.refclassid = 'pg_extension'::regclass AND e.oid = d.refobjid
  WHERE d.deptype = 'x'
  UNION ALL
  SELECT format('shell type %I.%I', n.nspname, t.typname) FROM n JOIN pg_type t ON t.typnamespace = n.oid AND NOT t.typisdefined
  UNION ALL
  SELECT 'large objects' FROM pg_largeobject_metadata HAVING count(*) > 0
  UNION ALL
  SELECT DISTINCT format('privileges on language %I', lanname)
  FROM pg_language CROSS JOIN aclexplode(lanacl) AS g WHERE g.grantee >= ${FIRST_OWN}
  UNION ALL
  SELECT DISTINCT 'privileges on the database'
  FROM pg_database CROSS JOIN aclexplode(datacl) AS g
  WHERE datname = current_database() AND g.grantee >= ${FIRST_OWN} AND g.grantee <> datdba
  UNION ALL
  SELECT 'comment on the database' FROM pg_database
  WHERE datname = current_database() AND oid >= ${FIRST_OWN} AND shobj_description(oid, 'pg_database') IS NOT NULL
  UNION ALL
  -- It is there from the start, with what the server's version says.
  SELECT 'comment on schema public' FROM pg_namespace
  WHERE nspname = 'public' AND obj_description(oid, 'pg_namespace') <> 'standard public schema'
  UNION ALL
  SELECT 'privileges of PUBLIC on schema public' FROM pg_namespace
  WHERE nspname = 'public' AND ARRAY(
    SELECT privilege_type FROM aclexplode(coalesce(nspacl, acldefault('n', nspowner))) WHERE grantee = 0 ORDER BY 1
  ) <> '{USAGE}'
  UNION ALL
  SELECT CASE s.setrole WHEN 0 THEN 'settings of the database'
              ELSE format('settings of role %s in the database', s.setrole::regrole) END
  FROM pg_db_role_setting s JOIN pg_database d ON d.oid = s.setdatabase
  WHERE d.datname = current_database()`;

/** Since PostgreSQL 16 a collation may have rules of its own. */
const COLLATION_RULES = `
  UNION ALL
  SELECT format('rules of collation %I.%I', n.nspname, v.collname)
  FROM n JOIN pg_collation v ON v.collnamespace = n.oid AND v.collicurules IS NOT NULL`;

/** The names of what the schemas `$1` and the database have, and the engine reads past in silence. */
export function refusedQuery(serverMajor: number): string {
  return `
  WITH n AS (SELECT oid, nspname FROM pg_namespace WHERE nspname = ANY ($1))
  -- But for PostgreSQL's own, those of extensions, and what comes with a type of one's own.
  SELECT format('%s %s', o.type, o.identity) AS name
  FROM (${KINDS.join(' UNION ALL ')}) AS k(class, oid)
  CROSS JOIN LATERAL pg_identify_object(k.class, k.oid, 0) AS o
  WHERE k.oid >= ${FIRST_OWN} AND NOT EXISTS (
    SELECT FROM pg_depend d WHERE d.classid = k.class AND d.objid = k.oid AND d.deptype IN ('e', 'i'))
  UNION ALL ${[OF_COLUMNS, OF_RELATIONS, OF_PARTITION_INDEXES, OF_CONSTRAINTS, OF_TRIGGERS, OTHERS].join('\n  UNION ALL ')}
  ${serverMajor >= 16 ? COLLATION_RULES : ''}
  ORDER BY 1`;
}

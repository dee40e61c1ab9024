/** What the engine reads past in silence of partitions, inherited parts, foreign tables and extensions. */

const TABLE = (oid: string) =>
  `(SELECT format('%I.%I', tn.nspname, t.relname) FROM pg_class t JOIN pg_namespace tn ON tn.oid = t.relnamespace WHERE t.oid = ${oid})`;
const DOMAIN = (oid: string) =>
  `(SELECT format('%I.%I', tn.nspname, t.typname) FROM pg_type t JOIN pg_namespace tn ON tn.oid = t.typnamespace WHERE t.oid = ${oid})`;
const SORTED = (options: string) => `ARRAY(SELECT o FROM unnest(${options}) AS o ORDER BY o)`;
const TARGET = (column: string) => `coalesce(${column}.attstattarget, -1)`;

/** What an index of a partition has, and the index of the whole table has not: PostgreSQL makes it, and chooses its name. */
const OF_PARTITION_INDEXES = `
  SELECT format('%s index %I.%I of partition %s', what, n.nspname, c.relname, ${TABLE('i.indrelid')})
  FROM n JOIN pg_class c ON c.relnamespace = n.oid AND c.relkind IN ('i', 'I') AND c.relispartition
  JOIN pg_inherits h ON h.inhrelid = c.oid
  JOIN pg_class p ON p.oid = h.inhparent
  JOIN pg_index i ON i.indexrelid = c.oid
  CROSS JOIN LATERAL (VALUES
    ('comment on', obj_description(c.oid, 'pg_class') IS NOT NULL),
    ('storage parameters of', ${SORTED('c.reloptions')} <> ${SORTED('p.reloptions')}),
    ('statistics target of', EXISTS (
      SELECT FROM pg_attribute a JOIN pg_attribute pa ON pa.attrelid = p.oid AND pa.attnum = a.attnum
      WHERE a.attrelid = c.oid AND ${TARGET('a')} <> ${TARGET('pa')})),
    ('clustering by', i.indisclustered),
    ('replica identity by', i.indisreplident)
  ) AS had(what, has)
  WHERE had.has`;

/**
 * Columns, constraints and triggers that a table has from another one, which the engine takes for the other's alone, and
 * constraints that it does not read.
 */
const OF_INHERITED_PARTS = `
  SELECT format('comment on constraint %I of %s', k.conname, coalesce(${TABLE('k.conrelid')}, ${DOMAIN('k.contypid')}))
  FROM n JOIN pg_constraint k ON k.connamespace = n.oid AND (NOT k.conislocal OR k.contype IN ('n', 't'))
  WHERE obj_description(k.oid, 'pg_constraint') IS NOT NULL
  UNION ALL
  SELECT format('validity of constraint %I of %s', k.conname, ${TABLE('k.conrelid')})
  FROM n JOIN pg_constraint k ON k.connamespace = n.oid AND NOT k.conislocal
  JOIN pg_inherits h ON h.inhrelid = k.conrelid
  JOIN pg_constraint p ON p.conrelid = h.inhparent AND p.convalidated <> k.convalidated
    AND (p.oid = k.conparentid OR k.conparentid = 0 AND p.contype = k.contype AND p.conname = k.conname)
  UNION ALL
  SELECT format('comment on trigger %I of %s', t.tgname, ${TABLE('c.oid')})
  FROM n JOIN pg_class c ON c.relnamespace = n.oid
  JOIN pg_trigger t ON t.tgrelid = c.oid AND t.tgparentid <> 0
  WHERE obj_description(t.oid, 'pg_trigger') IS NOT NULL
  UNION ALL
  SELECT format('own definition of inherited %s of %I.%I', string_agg(format('%I', a.attname), ', ' ORDER BY a.attnum),
                n.nspname, c.relname)
  FROM n JOIN pg_class c ON c.relnamespace = n.oid
  JOIN pg_attribute a ON a.attrelid = c.oid AND a.attislocal AND a.attinhcount > 0 AND NOT a.attisdropped
  GROUP BY n.nspname, c.relname
  UNION ALL
  SELECT DISTINCT format('disabled triggers of foreign key %I of %s', k.conname, ${TABLE('k.conrelid')})
  FROM n JOIN pg_constraint k ON k.connamespace = n.oid AND k.contype = 'f'
  JOIN pg_trigger t ON t.tgconstraint = k.oid AND t.tgisinternal AND t.tgenabled <> 'O'
  UNION ALL
  SELECT format('storage parameters of constraint %I of partitioned table %s', k.conname, ${TABLE('k.conrelid')})
  FROM n JOIN pg_class c ON c.relnamespace = n.oid AND c.relkind = 'I' AND NOT c.relispartition AND c.reloptions IS NOT NULL
  JOIN pg_constraint k ON k.conindid = c.oid AND k.contype IN ('p', 'u', 'x')`;

const OF_FOREIGN_TABLES = `
  SELECT format('%s column %I.%I.%I', what, n.nspname, c.relname, a.attname)
  FROM n JOIN pg_class c ON c.relnamespace = n.oid AND c.relkind = 'f'
  JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
  CROSS JOIN LATERAL (VALUES
    ('options of', a.attfdwoptions IS NOT NULL),
    ('compression of', a.attcompression <> '')
  ) AS had(what, has)
  WHERE had.has AND NOT EXISTS (SELECT FROM pg_inherits WHERE inhrelid = c.oid)
  UNION ALL
  SELECT format('foreign table %I.%I, which is a part of %s', n.nspname, c.relname, ${TABLE('h.inhparent')})
  FROM n JOIN pg_class c ON c.relnamespace = n.oid AND c.relkind = 'f'
  JOIN pg_inherits h ON h.inhrelid = c.oid`;

/** What goes with an extension, by `DEPENDS ON EXTENSION`, although it is none of its objects. */
const OF_EXTENSIONS = `
  SELECT format('dependency of %s %s on extension %I', o.type, o.identity, e.extname)
  FROM pg_depend d
  JOIN pg_extension e ON d.refclassid = 'pg_extension'::regclass AND e.oid = d.refobjid
  CROSS JOIN LATERAL pg_identify_object(d.classid, d.objid, 0) AS o
  WHERE d.deptype = 'x' AND coalesce(
    o.schema,
    -- A trigger has the schema of its table.
    (SELECT c.relnamespace::regnamespace::text FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
     WHERE d.classid = 'pg_trigger'::regclass AND t.oid = d.objid)
  ) IN (SELECT quote_ident(nspname) FROM n)`;

export const UNSUPPORTED_PARTS = `
  UNION ALL ${OF_PARTITION_INDEXES}
  UNION ALL ${OF_INHERITED_PARTS}
  UNION ALL ${OF_FOREIGN_TABLES}
  UNION ALL ${OF_EXTENSIONS}`;

import type pg from 'pg';
import type { FactBase, Plan as EnginePlan, StableId } from '@supabase/pg-delta';
import { encodeId } from '@supabase/pg-delta';

import type { MigrationStep } from '../../../steps/index.js';
import type { Difference } from '../../engine.js';

/** What an object has that the engine does not read: the statements that set it and take it back. */
export interface Attribute {
  /** In words, such as `storage`. */
  readonly kind: string;
  /** The object as a reader would name it; with the kind, unique. */
  readonly object: string;
  /** The object, and what else it goes with when that is made anew. */
  readonly hosts: readonly StableId[];
  readonly set: string;
  readonly reset: string;
}

/** Reads the attributes of the objects in the schemas that are ours. */
export async function readAttributes(
  client: pg.ClientBase,
  schemas: readonly string[],
  roles: readonly string[],
): Promise<Attribute[]> {
  const { rows } = await client.query<Attribute>(ATTRIBUTES, [schemas, roles]);
  return rows;
}

/** The statements that lead from some attributes to others, after the plan of the objects. */
export function attributeSteps(
  from: readonly Attribute[],
  to: readonly Attribute[],
  target: FactBase,
  plans: readonly EnginePlan[],
): MigrationStep[] {
  const made = new Set(
    plans.flatMap(({ actions }) => actions.flatMap(({ produces }) => produces.map(encodeId))),
  );
  const isMade = ({ hosts }: Attribute) =>
    hosts.some((id) => made.has(encodeId(id)) || isPartOfMade(id, target, made));
  const before = byKey(from);
  const after = byKey(to);
  const step = ({ kind, object }: Attribute, sql: string): MigrationStep => ({
    sql,
    verb: 'alter',
    kind,
    object,
  });
  return [
    ...from.flatMap((one) =>
      after.has(keyOf(one)) || isMade(one) || !target.has(one.hosts[0]!)
        ? []
        : [step(one, one.reset)],
    ),
    ...to.flatMap((one) =>
      before.get(keyOf(one))?.set === one.set && !isMade(one) ? [] : [step(one, one.set)],
    ),
  ];
}

function isPartOfMade(id: StableId, facts: FactBase, made: ReadonlySet<string>): boolean {
  const parent = facts.get(id)?.parent;
  return parent !== undefined && (made.has(encodeId(parent)) || isPartOfMade(parent, facts, made));
}

/** The attributes in which two catalogs differ. An object that is missing as a whole has none. */
export function attributeDifferences(
  actual: readonly Attribute[],
  expected: readonly Attribute[],
  facts: { readonly actual: FactBase; readonly expected: FactBase },
): Difference[] {
  const is = byKey(actual);
  const shouldBe = byKey(expected);
  const inBoth = ({ hosts: [host] }: Attribute) =>
    facts.actual.has(host!) && facts.expected.has(host!);
  return [
    ...expected.flatMap((one): Difference[] => {
      const found = is.get(keyOf(one));
      if (found?.set === one.set || !inBoth(one)) return [];
      return [{ change: 'different', kind: one.kind, object: one.object, fix: one.set }];
    }),
    ...actual.flatMap((one): Difference[] =>
      shouldBe.has(keyOf(one)) || !inBoth(one)
        ? []
        : [{ change: 'different', kind: one.kind, object: one.object, fix: one.reset }],
    ),
  ];
}

function byKey(attributes: readonly Attribute[]): ReadonlyMap<string, Attribute> {
  return new Map(attributes.map((one) => [keyOf(one), one]));
}

function keyOf({ kind, object }: Attribute): string {
  return `${kind} ${object}`;
}

const RELATION = `CASE c.relkind WHEN 'm' THEN 'MATERIALIZED VIEW' WHEN 'f' THEN 'FOREIGN TABLE' ELSE 'TABLE' END`;
const TABLE_ID = `json_build_object('kind', CASE c.relkind WHEN 'm' THEN 'materializedView' ELSE 'table' END,
                                    'schema', n.nspname, 'name', c.relname)`;
const COLUMN_ID = `CASE c.relkind WHEN 'm' THEN ${TABLE_ID} ELSE json_build_object(
                     'kind', 'column', 'schema', n.nspname, 'table', c.relname, 'name', a.attname) END`;
const NAME = `format('%I.%I', n.nspname, c.relname)`;
const COLUMN = `format('%I.%I.%I', n.nspname, c.relname, a.attname)`;
const ALTER_COLUMN = `format('ALTER %s %I.%I ALTER COLUMN %I ', ${RELATION}, n.nspname, c.relname, a.attname)`;
const OPTION_NAMES = (options: string) =>
  `(SELECT string_agg(split_part(o, '=', 1), ', ') FROM unnest(${options}) AS o)`;
/** Those that a user may set; a server may keep others of its own. */
const SETTABLE_OPTIONS = `ARRAY(SELECT o FROM unnest(a.attoptions) AS o WHERE o LIKE 'n\\_distinct%')`;
const STORAGE = (code: string) =>
  `CASE ${code} WHEN 'p' THEN 'PLAIN' WHEN 'e' THEN 'EXTERNAL' WHEN 'x' THEN 'EXTENDED' ELSE 'MAIN' END`;

const EXTENSIONS_IN = (schema: string) =>
  `(SELECT json_agg(json_build_object('kind', 'extension', 'name', extname) ORDER BY extname)
    FROM pg_extension WHERE extnamespace = ${schema})`;

/** One row an attribute: kind, object, hosts, set, reset. */
const ATTRIBUTES = `
  WITH n AS (SELECT oid, nspname FROM pg_namespace WHERE nspname = ANY ($1)),
  attribute(kind, object, hosts, set, reset) AS (
    SELECT 'storage', ${COLUMN}, json_build_array(${COLUMN_ID}),
           ${ALTER_COLUMN} || 'SET STORAGE ' || ${STORAGE('a.attstorage')},
           ${ALTER_COLUMN} || 'SET STORAGE ' || ${STORAGE('t.typstorage')}
    FROM n JOIN pg_class c ON c.relnamespace = n.oid AND c.relkind IN ('r', 'p', 'm')
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
    JOIN pg_type t ON t.oid = a.atttypid AND t.typstorage <> a.attstorage
    UNION ALL
    SELECT 'compression', ${COLUMN}, json_build_array(${COLUMN_ID}),
           ${ALTER_COLUMN} || 'SET COMPRESSION ' || CASE a.attcompression WHEN 'p' THEN 'pglz' ELSE 'lz4' END,
           ${ALTER_COLUMN} || 'SET COMPRESSION default'
    FROM n JOIN pg_class c ON c.relnamespace = n.oid AND c.relkind IN ('r', 'p', 'm')
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
    WHERE a.attcompression <> ''
    UNION ALL
    SELECT 'statistics target', ${COLUMN}, json_build_array(${COLUMN_ID}),
           ${ALTER_COLUMN} || 'SET STATISTICS ' || a.attstattarget,
           ${ALTER_COLUMN} || 'SET STATISTICS -1'
    FROM n JOIN pg_class c ON c.relnamespace = n.oid AND c.relkind IN ('r', 'p', 'm')
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
    WHERE coalesce(a.attstattarget, -1) >= 0
    UNION ALL
    SELECT 'column options', ${COLUMN}, json_build_array(${COLUMN_ID}),
           ${ALTER_COLUMN} || 'SET (' || array_to_string(${SETTABLE_OPTIONS}, ', ') || ')',
           ${ALTER_COLUMN} || 'RESET (' || ${OPTION_NAMES(SETTABLE_OPTIONS)} || ')'
    FROM n JOIN pg_class c ON c.relnamespace = n.oid AND c.relkind IN ('r', 'p', 'm')
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
    WHERE ${SETTABLE_OPTIONS} <> '{}'
    UNION ALL
    SELECT 'statistics target', format('%s column %s', ${NAME}, a.attnum),
           json_build_array(json_build_object('kind', 'index', 'schema', n.nspname, 'name', c.relname)),
           format('ALTER INDEX %I.%I ALTER COLUMN %s SET STATISTICS %s', n.nspname, c.relname, a.attnum, a.attstattarget),
           format('ALTER INDEX %I.%I ALTER COLUMN %s SET STATISTICS -1', n.nspname, c.relname, a.attnum)
    FROM n JOIN pg_class c ON c.relnamespace = n.oid AND c.relkind IN ('i', 'I')
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
    JOIN pg_class ic ON ic.oid = i.indexrelid
    UNION ALL
    SELECT 'index options', ${NAME}, json_build_array(con.id),
           format('ALTER INDEX %I.%I SET (%s)', n.nspname, c.relname, array_to_string(c.reloptions, ', ')),
           format('ALTER INDEX %I.%I RESET (%s)', n.nspname, c.relname, ${OPTION_NAMES('c.reloptions')})
    FROM n JOIN pg_class c ON c.relnamespace = n.oid AND c.relkind = 'i' AND c.reloptions IS NOT NULL
    JOIN LATERAL (${constraintOf('c.oid')}) AS con ON true
    UNION ALL
    SELECT 'comment on index', ${NAME}, json_build_array(con.id),
           format('COMMENT ON INDEX %I.%I IS %L', n.nspname, c.relname, obj_description(c.oid, 'pg_class')),
           format('COMMENT ON INDEX %I.%I IS NULL', n.nspname, c.relname)
    FROM n JOIN pg_class c ON c.relnamespace = n.oid AND c.relkind IN ('i', 'I')
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
    FROM n JOIN pg_class c ON c.relnamespace = n.oid AND c.relkind IN ('r', 'p')
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attidentity <> '' AND NOT a.attisdropped
    JOIN pg_class s ON s.oid = pg_get_serial_sequence(format('%I.%I', n.nspname, c.relname), a.attname)::regclass
    CROSS JOIN LATERAL aclexplode(s.relacl) AS g
    LEFT JOIN pg_roles r ON r.oid = g.grantee
    WHERE g.grantee <> s.relowner AND (g.grantee = 0 OR r.rolname = ANY ($2))
    GROUP BY n.nspname, s.relname, r.rolname, c.relname, c.relkind, a.attname
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
    FROM n JOIN pg_class c ON c.relnamespace = n.oid AND c.relkind IN ('r', 'p')
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attidentity <> '' AND NOT a.attisdropped
    JOIN pg_class s ON s.oid = pg_get_serial_sequence(format('%I.%I', n.nspname, c.relname), a.attname)::regclass
    WHERE obj_description(s.oid, 'pg_class') IS NOT NULL
    UNION ALL
    SELECT 'persistence', ${NAME},
           json_build_array(json_build_object('kind', 'sequence', 'schema', n.nspname, 'name', c.relname)),
           format('ALTER SEQUENCE %I.%I SET UNLOGGED', n.nspname, c.relname),
           format('ALTER SEQUENCE %I.%I SET LOGGED', n.nspname, c.relname)
    FROM n JOIN pg_class c ON c.relnamespace = n.oid AND c.relkind = 'S' AND c.relpersistence = 'u'
    WHERE NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = c.oid AND d.deptype IN ('a', 'i'))
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

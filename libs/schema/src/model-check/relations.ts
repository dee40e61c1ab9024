import type pg from 'pg';

/** A table or a view, as the catalog of a database has it. */
export interface Relation {
  readonly schema: string;
  readonly name: string;
  readonly isView: boolean;
  readonly columns: readonly CatalogColumn[];
  /** The columns of the primary key; empty where there is none. */
  readonly primaryKey: readonly string[];
  /** The columns of every other unique key: whole, without expressions. */
  readonly uniques: readonly (readonly string[])[];
  readonly foreignKeys: readonly CatalogForeignKey[];
}

export interface CatalogColumn {
  readonly name: string;
  /** As PostgreSQL writes it: `character varying(120)`. */
  readonly type: string;
  /** The type below a domain or an array, by its name in `pg_type`: `varchar`. */
  readonly base: string;
  /** Length, or precision and scale. */
  readonly sizes: readonly number[];
  readonly isArray: boolean;
  /** The labels of an enum; null for any other type. */
  readonly labels: readonly string[] | null;
  readonly nullable: boolean;
  readonly default: string | null;
  readonly generated: boolean;
  readonly identity: 'always' | 'by default' | null;
}

export interface CatalogForeignKey {
  readonly columns: readonly string[];
  /** `blog.authors` */
  readonly table: string;
  readonly targets: readonly string[];
  readonly onDelete: string;
  readonly onUpdate: string;
}

interface Row extends Omit<Relation, 'columns'> {
  readonly columns: readonly (Omit<CatalogColumn, 'sizes'> & { readonly sized: string })[];
}

/** The schema of a table that names none, and all tables and views but those of PostgreSQL and its extensions. */
export interface Relations {
  readonly defaultSchema: string;
  readonly all: readonly Relation[];
}

/** Reads the tables and views of a database. */
export async function readRelations(client: pg.ClientBase): Promise<Relations> {
  const { rows: current } = await client.query<{ schema: string | null }>(
    'SELECT current_schema() AS schema',
  );
  const { rows } = await client.query<Row>(RELATIONS);
  const all = rows.map(({ columns, ...relation }) => ({
    ...relation,
    columns: columns.map(({ sized, ...column }) => ({ ...column, sizes: sizesOf(sized) })),
  }));
  return { defaultSchema: current[0]!.schema ?? 'public', all };
}

/** `numeric(10,2)` has 10 and 2. */
function sizesOf(type: string): number[] {
  const sizes = /\((\d+(?:,-?\d+)*)\)/.exec(type)?.[1];
  return sizes === undefined ? [] : sizes.split(',').map(Number);
}

/** The names of an index's or a constraint's columns, in its order. */
const names = (relation: string, numbers: string) =>
  `(SELECT json_agg(k.attname ORDER BY o.place)
    FROM unnest(${numbers}) WITH ORDINALITY AS o(number, place)
    JOIN pg_attribute k ON k.attrelid = ${relation} AND k.attnum = o.number)`;

const rule = (column: string) =>
  `CASE ${column} WHEN 'a' THEN 'NO ACTION' WHEN 'r' THEN 'RESTRICT' WHEN 'c' THEN 'CASCADE'
    WHEN 'n' THEN 'SET NULL' ELSE 'SET DEFAULT' END`;

const COLUMNS = `
  SELECT json_agg(json_build_object(
    'name', a.attname,
    'type', format_type(a.atttypid, a.atttypmod),
    'sized', format_type(plain.oid, CASE WHEN t.typtype = 'd' THEN t.typtypmod ELSE a.atttypmod END),
    'base', item.typname,
    'isArray', plain.typcategory = 'A',
    'labels', CASE WHEN item.typtype = 'e' THEN
      (SELECT json_agg(enumlabel ORDER BY enumsortorder) FROM pg_enum WHERE enumtypid = item.oid) END,
    'nullable', NOT a.attnotnull,
    'default', CASE WHEN a.attgenerated = '' THEN pg_get_expr(d.adbin, d.adrelid) END,
    'generated', a.attgenerated <> '',
    'identity', CASE a.attidentity WHEN 'a' THEN 'always' WHEN 'd' THEN 'by default' END
  ) ORDER BY a.attnum)
  FROM pg_attribute a
  JOIN pg_type t ON t.oid = a.atttypid
  JOIN pg_type plain ON plain.oid = CASE WHEN t.typtype = 'd' THEN t.typbasetype ELSE t.oid END
  JOIN pg_type item ON item.oid = CASE WHEN plain.typcategory = 'A' THEN plain.typelem ELSE plain.oid END
  LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
  WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped`;

/** A unique index of some rows, or of an expression, is no key of columns. */
const UNIQUES = `
  SELECT json_agg(${names('c.oid', 'i.indkey[0:i.indnkeyatts - 1]')} ORDER BY i.indexrelid::regclass::text)
  FROM pg_index i
  WHERE i.indrelid = c.oid AND i.indisunique AND NOT i.indisprimary
    AND i.indpred IS NULL AND i.indexprs IS NULL`;

const FOREIGN_KEYS = `
  SELECT json_agg(json_build_object(
    'columns', ${names('f.conrelid', 'f.conkey')},
    'table', fn.nspname || '.' || fc.relname,
    'targets', ${names('f.confrelid', 'f.confkey')},
    'onDelete', ${rule('f.confdeltype')},
    'onUpdate', ${rule('f.confupdtype')}
  ) ORDER BY f.conname)
  FROM pg_constraint f
  JOIN pg_class fc ON fc.oid = f.confrelid
  JOIN pg_namespace fn ON fn.oid = fc.relnamespace
  WHERE f.conrelid = c.oid AND f.contype = 'f'`;

/** Partitions are parts of a table, not tables of models. */
const RELATIONS = `
  SELECT n.nspname AS schema, c.relname AS name, c.relkind IN ('v', 'm') AS "isView",
    coalesce((${COLUMNS}), '[]') AS columns,
    coalesce((SELECT ${names('c.oid', 'i.indkey::int2[]')} FROM pg_index i
      WHERE i.indrelid = c.oid AND i.indisprimary), '[]') AS "primaryKey",
    coalesce((${UNIQUES}), '[]') AS uniques,
    coalesce((${FOREIGN_KEYS}), '[]') AS "foreignKeys"
  FROM pg_class c
  JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND NOT c.relispartition
    AND n.nspname NOT IN ('pg_catalog', 'information_schema') AND n.nspname NOT LIKE 'pg\\_t%'
    AND NOT EXISTS (SELECT FROM pg_depend e
      WHERE e.classid = 'pg_class'::regclass AND e.objid = c.oid AND e.deptype = 'e')
  ORDER BY 1, 2`;

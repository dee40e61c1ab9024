import type pg from 'pg';

/**
 * What the catalogs of PostgreSQL say of a database, a property of an object a line: the diff engine is not asked
 * whether the diff engine is right. Every column of a catalog is in it, also one that a newer PostgreSQL adds, unless
 * it is left out below. Numbers of objects and columns are replaced by names.
 */
export async function catalogText(query: Query): Promise<string[]> {
  const names = new Names(query);
  await names.read();
  const tables: { readonly name: string; readonly rows: readonly Row[] }[] = [];
  for (const [name, { where, also = {} }] of Object.entries(CATALOGS)) {
    const fields = Object.entries(also).map(([field, sql]) => `'${field}', ${sql}`);
    const rows = await query<{ row: Row }>(
      `SELECT to_jsonb(t) || jsonb_build_object(${fields.join(', ')}) AS row FROM ${name} t WHERE ${where}`,
    );
    tables.push({ name, rows: rows.map(({ row }) => row) });
  }
  for (const { name, rows } of tables) for (const row of rows) names.want(name, row);
  await names.resolve();
  return tables
    .flatMap(({ name, rows }) => rows.flatMap((row) => linesOf(name, row, names)))
    .sort();
}

type Query = <T extends pg.QueryResultRow>(sql: string, values?: unknown[]) => Promise<T[]>;
type Row = Readonly<Record<string, unknown>>;

interface CatalogTable {
  /** Which rows are those of a user's objects. */
  readonly where: string;
  /** What names a row, where it is no object by itself. */
  readonly key?: readonly string[];
  /** Columns that two databases built alike do not have in common. */
  readonly without?: string;
  /** What stands for expressions, which are stored as trees, and for privileges that are the usual ones. */
  readonly also?: Readonly<Record<string, string>>;
}

/** Objects of PostgreSQL's own have smaller numbers. */
const FIRST_OWN = 16384;
const OWN = `t.oid >= ${FIRST_OWN}`;
const OURS = (schema: string) =>
  `${schema} NOT IN (SELECT oid FROM pg_namespace WHERE nspname ~ '^pg_' OR nspname IN ('information_schema', 'rowhouse', 'rowhouse_claims'))`;
const OF_OUR_RELATION = (column: string) =>
  `EXISTS (SELECT FROM pg_class c WHERE c.oid = t.${column} AND c.oid >= ${FIRST_OWN} AND ${OURS('c.relnamespace')})`;
const ACL = (column: string, kind: string, owner: string) =>
  `coalesce(t.${column}, acldefault(${kind}, t.${owner}))::text[]`;

const CATALOGS: Readonly<Record<string, CatalogTable>> = {
  pg_aggregate: { where: `t.aggfnoid >= ${FIRST_OWN}`, key: ['aggfnoid'] },
  pg_am: { where: OWN },
  pg_amop: { where: OWN },
  pg_amproc: { where: OWN },
  pg_attrdef: {
    where: OF_OUR_RELATION('adrelid'),
    also: { expression: 'pg_get_expr(t.adbin, t.adrelid)' },
  },
  pg_attribute: {
    where: `${OF_OUR_RELATION('attrelid')} AND t.attnum > 0 AND NOT t.attisdropped`,
    key: ['attrelid', 'attname'],
    // Migrations do not compare the order of columns, and PostgreSQL does not count dimensions.
    without: 'attnum attcacheoff attndims atthasmissing attmissingval',
    // A server may keep others of its own.
    also: {
      attoptions: `ARRAY(SELECT o FROM unnest(t.attoptions) AS o WHERE o LIKE 'n\\_distinct%')`,
    },
  },
  pg_cast: { where: OWN },
  pg_class: {
    where: `${OWN} AND ${OURS('t.relnamespace')}`,
    // Where the rows are, how many there are, and what there once was.
    without:
      'relfilenode relpages reltuples relallvisible relallfrozen reltoastrelid relhasindex relhasrules relhastriggers relhassubclass relnatts relrewrite',
    also: {
      relacl: ACL('relacl', `CASE t.relkind WHEN 'S' THEN 's' ELSE 'r' END::"char"`, 'relowner'),
      bound: 'pg_get_expr(t.relpartbound, t.oid)',
      toastoptions: '(SELECT c.reloptions FROM pg_class c WHERE c.oid = t.reltoastrelid)',
    },
  },
  pg_collation: { where: OWN, without: 'collversion' },
  pg_constraint: {
    where: `${OWN} AND ${OURS('t.connamespace')}`,
    also: { definition: 'pg_get_constraintdef(t.oid)' },
  },
  pg_conversion: { where: OWN },
  pg_db_role_setting: {
    where: '(SELECT datname FROM pg_database d WHERE d.oid = t.setdatabase) = current_database()',
    key: ['setrole'],
    without: 'setdatabase',
  },
  pg_default_acl: { where: 'true' },
  pg_depend: {
    where: `t.objid >= ${FIRST_OWN} AND (t.deptype = 'x' OR t.deptype = 'a'
      AND t.refclassid = 'pg_class'::regclass AND EXISTS (SELECT FROM pg_sequence WHERE seqrelid = t.objid))`,
    key: ['object', 'other'],
    without: 'classid objid objsubid refclassid refobjid refobjsubid',
    also: {
      object: '(pg_identify_object(t.classid, t.objid, t.objsubid)).identity',
      other: '(pg_identify_object(t.refclassid, t.refobjid, t.refobjsubid)).identity',
    },
  },
  pg_description: {
    where: `t.objoid >= ${FIRST_OWN}
      AND coalesce((pg_identify_object(t.classoid, t.objoid, t.objsubid)).schema, '') <> 'rowhouse'`,
    key: ['kind', 'object'],
    without: 'classoid objoid objsubid',
    also: {
      kind: '(pg_identify_object(t.classoid, t.objoid, t.objsubid)).type',
      object: '(pg_identify_object(t.classoid, t.objoid, t.objsubid)).identity',
    },
  },
  pg_enum: { where: OWN, key: ['enumtypid', 'enumlabel'], without: 'enumsortorder' },
  pg_event_trigger: { where: OWN },
  pg_extension: { where: OWN },
  pg_foreign_data_wrapper: { where: OWN, also: { fdwacl: ACL('fdwacl', `'F'`, 'fdwowner') } },
  pg_foreign_server: { where: OWN, also: { srvacl: ACL('srvacl', `'S'`, 'srvowner') } },
  pg_foreign_table: { where: 'true', key: ['ftrelid'] },
  pg_index: {
    where: OF_OUR_RELATION('indexrelid'),
    key: ['indexrelid'],
    // Whether old snapshots may use it.
    without: 'indcheckxmin',
    also: { definition: 'pg_get_indexdef(t.indexrelid)' },
  },
  pg_inherits: { where: OF_OUR_RELATION('inhrelid'), key: ['inhrelid', 'inhparent'] },
  pg_language: { where: OWN },
  pg_namespace: {
    where: `${OWN} AND ${OURS('t.oid')}`,
    also: { nspacl: ACL('nspacl', `'n'`, 'nspowner') },
  },
  pg_opclass: { where: OWN },
  pg_operator: { where: OWN },
  pg_opfamily: { where: OWN },
  pg_partitioned_table: {
    where: 'true',
    key: ['partrelid'],
    also: { definition: 'pg_get_partkeydef(t.partrelid)' },
  },
  pg_policy: {
    where: OWN,
    also: {
      using: 'pg_get_expr(t.polqual, t.polrelid)',
      check: 'pg_get_expr(t.polwithcheck, t.polrelid)',
    },
  },
  pg_proc: {
    where: `${OWN} AND ${OURS('t.pronamespace')}`,
    also: {
      proacl: ACL('proacl', `'f'`, 'proowner'),
      arguments: 'pg_get_function_arguments(t.oid)',
      body: 'pg_get_function_sqlbody(t.oid)',
    },
  },
  pg_publication: { where: OWN },
  pg_publication_namespace: { where: OWN },
  pg_publication_rel: { where: OWN, also: { condition: 'pg_get_expr(t.prqual, t.prrelid)' } },
  pg_range: { where: `t.rngtypid >= ${FIRST_OWN}`, key: ['rngtypid'] },
  pg_rewrite: { where: OWN, also: { definition: 'pg_get_ruledef(t.oid)' } },
  pg_seclabel: {
    where: 'true',
    key: ['object', 'provider'],
    without: 'objoid classoid objsubid',
    also: { object: '(pg_identify_object(t.classoid, t.objoid, t.objsubid)).identity' },
  },
  pg_sequence: { where: OF_OUR_RELATION('seqrelid'), key: ['seqrelid'] },
  pg_statistic_ext: { where: OWN, also: { definition: 'pg_get_statisticsobjdef(t.oid)' } },
  pg_transform: { where: OWN },
  // Those of foreign keys have numbers in their names; what they do is said by the keys.
  pg_trigger: {
    where: OWN,
    key: ['tgrelid', 'tgconstraint', 'trigger', 'tgfoid'],
    without: 'tgname tgparentid',
    also: {
      trigger: `CASE WHEN NOT t.tgisinternal THEN t.tgname END`,
      definition: 'CASE WHEN NOT t.tgisinternal THEN pg_get_triggerdef(t.oid) END',
    },
  },
  pg_ts_config: { where: OWN },
  pg_ts_config_map: {
    where: `t.mapcfg >= ${FIRST_OWN}`,
    key: ['mapcfg'],
  },
  pg_ts_dict: { where: OWN },
  pg_ts_parser: { where: OWN },
  pg_ts_template: { where: OWN },
  pg_type: {
    where: `${OWN} AND ${OURS('t.typnamespace')}`,
    also: {
      typacl: ACL('typacl', `'T'`, 'typowner'),
      values: `(SELECT array_agg(enumlabel ORDER BY enumsortorder) FROM pg_enum WHERE enumtypid = t.oid)`,
      attributes: `(SELECT array_agg(attname ORDER BY attnum) FROM pg_attribute JOIN pg_class c ON c.oid = attrelid
                    WHERE c.reltype = t.oid AND c.relkind = 'c' AND NOT attisdropped)`,
    },
  },
  pg_user_mapping: { where: OWN },
};

/** Kinds of columns that differ from database to database, or that something else stands for. */
const NOT_COMPARED = new Set(['xid', 'pg_node_tree']);

interface Reference {
  readonly columns: readonly string[];
  readonly target: string;
}

/** Names in place of the numbers of objects and columns. */
class Names {
  readonly #references = new Map<string, Reference[]>();
  readonly #types = new Map<string, string>();
  readonly #classes = new Map<string, string>();
  readonly #columns = new Map<string, string>();
  readonly #wanted = new Map<string, readonly [target: string, oid: string]>();
  readonly #names = new Map<string, string>();

  constructor(readonly query: Query) {}

  async read(): Promise<void> {
    const keys = await this.query<{
      table: string;
      target: string;
      columns: string[];
    }>(
      'SELECT fktable::text AS table, pktable::text AS target, fkcols AS columns FROM pg_get_catalog_foreign_keys()',
    );
    for (const { table, target, columns } of keys) {
      this.#references.set(table, [...(this.#references.get(table) ?? []), { columns, target }]);
    }
    const types = await this.query<{
      table: string;
      column: string;
      type: string;
    }>(
      `SELECT attrelid::regclass::text AS table, attname AS column, atttypid::regtype::text AS type FROM pg_attribute
       WHERE attrelid < ${FIRST_OWN} AND attnum > 0`,
    );
    for (const { table, column, type } of types) this.#types.set(`${table}.${column}`, type);
    const classes = await this.query<{ name: string; oid: string }>(
      `SELECT oid::regclass::text AS name, oid::text FROM pg_class WHERE relnamespace = 'pg_catalog'::regnamespace`,
    );
    for (const { name, oid } of classes) this.#classes.set(name, oid);
    const columns = await this.query<{ key: string; name: string }>(
      `SELECT attrelid || '.' || attnum AS key, attname AS name FROM pg_attribute`,
    );
    for (const { key, name } of columns) this.#columns.set(key, name);
  }

  typeOf(table: string, column: string): string | undefined {
    return this.#types.get(`${table}.${column}`);
  }

  /** Notes the objects that a row refers to. */
  want(table: string, row: Row): void {
    const own = CATALOGS[table]!.key ? [] : [[table, row['oid']] as const];
    const others = (this.#references.get(table) ?? []).flatMap(({ columns, target }) =>
      columns.length > 1 ? [] : listOf(row[columns[0]!]).map((oid) => [target, oid] as const),
    );
    for (const [target, oid] of [...own, ...others]) {
      if (!/^[1-9]\d*$/.test(String(oid))) continue;
      this.#wanted.set(`${target} ${String(oid)}`, [target, String(oid)]);
    }
  }

  async resolve(): Promise<void> {
    const wanted = [...this.#wanted.values()];
    const rows = await this.query<{ identity: string | null }>(
      `SELECT (pg_identify_object(class, oid, 0)).identity
       FROM unnest($1::oid[], $2::oid[]) WITH ORDINALITY AS u(class, oid, n) ORDER BY n`,
      [wanted.map(([target]) => this.#classes.get(target)), wanted.map(([, oid]) => oid)],
    );
    [...this.#wanted.keys()].forEach((key, at) => this.#names.set(key, rows[at]?.identity ?? key));
  }

  nameOf(target: string, oid: unknown): string {
    return this.#names.get(`${target} ${String(oid)}`) ?? (String(oid) === '0' ? '' : String(oid));
  }

  /** A column's value as a reader would understand it. */
  valueOf(table: string, column: string, row: Row): unknown {
    const value = row[column];
    const reference = this.#references.get(table)?.find(({ columns }) => columns.at(-1) === column);
    if (!reference || value === null) return value;
    const { columns, target } = reference;
    const named =
      columns.length > 1
        ? (number: unknown) =>
            this.#columns.get(`${String(row[columns[0]!])}.${String(number)}`) ?? number
        : (oid: unknown) => this.nameOf(target, oid);
    return Array.isArray(value) || typeof value === 'string'
      ? listOf(value).map(named)
      : named(value);
  }
}

/** An array, or what PostgreSQL writes as one. */
function listOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  if (value === null || value === undefined) return [];
  return typeof value === 'string' ? value.split(' ').filter(Boolean) : [value];
}

function linesOf(table: string, row: Row, names: Names): string[] {
  const { key, without = '' } = CATALOGS[table]!;
  const left = new Set(['oid', ...without.split(' '), ...(key ?? [])]);
  const text = (column: string) => shown(column, names.valueOf(table, column, row));
  const name = key ? key.map(text).filter(Boolean).join(' ') : names.nameOf(table, row['oid']);
  const subject = `${table.slice(3)} ${name}`;
  return [
    subject,
    ...Object.keys(row).flatMap((column) => {
      if (left.has(column) || NOT_COMPARED.has(names.typeOf(table, column) ?? '')) return [];
      const value = text(column);
      return /^( *|-|false|0|-1)$/.test(value) ? [] : [`${subject}${PROPERTY}${column}: ${value}`];
    }),
  ];
}

const PROPERTY = ' | ';

/** What one text has and the other has not; of an object that the other has not at all, only that. */
export function linesLacking(text: readonly string[], other: readonly string[]): string[] {
  const there = new Set(other);
  return text.filter((line) => {
    const [subject] = line.split(PROPERTY);
    return !there.has(line) && (line === subject || there.has(subject!));
  });
}

function shown(column: string, value: unknown): string {
  if (value === null || value === undefined) return '';
  if (!Array.isArray(value)) return String(value);
  // Options, privileges and the roles of a policy have no order.
  return (/(options|acl|config|polroles)$/.test(column) ? value.toSorted() : value).join(', ');
}

import type { SchemaObject } from '../metadata/definitions.js';
import { quoteIdentifier, quoteQualified, type QualifiedName } from '../sql/identifier.js';
import { dollarQuoted, stringLiteral } from '../sql/literal.js';
import { indented, itemLines } from './statement-lines.js';
import type { RestColumn } from './view-columns.js';

/** Name of the function that reports an error of a write without what the view hides. */
const RAISE_ERROR = 'raise_error';

/** What an error says, as PL/pgSQL hands it out and as `RAISE` takes it. */
const FIELDS = [
  ['state', 'RETURNED_SQLSTATE'],
  ['message', 'MESSAGE_TEXT'],
  ['detail', 'PG_EXCEPTION_DETAIL'],
  ['hint', 'PG_EXCEPTION_HINT'],
  ['context', 'PG_EXCEPTION_CONTEXT'],
  ['schema', 'SCHEMA_NAME'],
  ['table', 'TABLE_NAME'],
  ['column', 'COLUMN_NAME'],
  ['constraint', 'CONSTRAINT_NAME'],
  ['type', 'PG_DATATYPE_NAME'],
] as const;

/** A write that a trigger guards. */
export interface GuardedWrite {
  readonly table: QualifiedName;
  readonly columns: readonly RestColumn[];
  /** The schema of {@link raiseErrorFunction}. */
  readonly triggerSchema: string;
  readonly rows: readonly ('NEW' | 'OLD')[];
}

/**
 * Runs PL/pgSQL statements so that an error of theirs tells nothing of a column that the view hides.
 * PostgreSQL shows the whole row in `DETAIL` to who may read the table, as the trigger's owner may.
 */
export function guarded(write: GuardedWrite, statements: readonly string[]): readonly string[] {
  const { table, columns, triggerSchema, rows } = write;
  const own = columns.filter(({ source, writable }) => source && (writable || rows[0] === 'OLD'));
  const names = own.map(({ source }) => stringLiteral(source!.name));
  const valuesOf = (row: 'NEW' | 'OLD') =>
    rows.includes(row)
      ? own.map(({ name }) => `${row}.${quoteIdentifier(name)}::pg_catalog.text`)
      : undefined;
  const callee = quoteQualified({ schema: triggerSchema, name: RAISE_ERROR });
  return [
    'DECLARE',
    ...inRows(
      FIELDS.map(([field]) => `error_${field} pg_catalog.text`),
      ';',
    ),
    'BEGIN',
    ...statements.map(indented),
    'EXCEPTION WHEN OTHERS THEN',
    '  GET STACKED DIAGNOSTICS',
    ...inRows(
      FIELDS.map(([field, item]) => `error_${field} = ${item}`),
      ',',
    ).map(indented),
    `  PERFORM ${callee}(TG_RELID, ${stringLiteral(quoteQualified(table))},`,
    ...itemLines(
      [textArray(names), textArray(valuesOf('NEW')), textArray(valuesOf('OLD'))],
      ',',
    ).map(indented),
    ...inRows(
      FIELDS.map(([field]) => `error_${field}`),
      ',',
      ');',
    ).map(indented),
    'END;',
  ];
}

/** Items in rows of three. */
function inRows(items: readonly string[], separator: string, end = ';'): readonly string[] {
  const rows: string[] = [];
  for (let at = 0; at < items.length; at += 3) {
    const isLast = at + 3 >= items.length;
    rows.push(indented(items.slice(at, at + 3).join(`${separator} `) + (isLast ? end : separator)));
  }
  return rows;
}

function textArray(items: readonly string[] | undefined): string {
  return items === undefined ? 'NULL' : `ARRAY[${items.join(', ')}]::pg_catalog.text[]`;
}

/**
 * The function that raises a caught error again. Three kinds of errors are told apart:
 *
 * - What a function of the project raises is its own choice of words, and passes unchanged; unless it quotes
 *   something and has a code of the classes by which PostgreSQL reports values. Errors about XML and some about names
 *   quote without quotes.
 * - PostgreSQL's messages about constraints, rights, locks and the server hold names and no values, but for those
 *   about files. `DETAIL` is made anew, of the columns that the view shows, for those who may read it.
 * - Any other message may quote a value, such as `invalid input syntax for type integer: "…"`: only
 *   its code is passed on. So may the name of a temporary table that the write itself has made.
 */
export function raiseErrorFunction(schema: string): SchemaObject {
  return {
    kind: 'function',
    schema,
    name: RAISE_ERROR,
    signature: BODY,
    create: () => createRaiseError(quoteQualified({ schema, name: RAISE_ERROR })),
  };
}

function createRaiseError(name: string): string[] {
  const types = ['oid', 'text', 'text[]', 'text[]', 'text[]', ...FIELDS.map(() => 'text')];
  const parameters = ['view', 'target', 'columns', 'new_values', 'old_values'].concat(
    FIELDS.map(([field]) => `error_${field}`),
  );
  const declared = parameters.map((parameter, index) => `${parameter} pg_catalog.${types[index]}`);
  const signature = `${name}(${types.map((type) => `pg_catalog.${type}`).join(', ')})`;
  return [
    [
      `CREATE FUNCTION ${name}(`,
      `  ${declared.join(',\n  ')}`,
      ') RETURNS void',
      `LANGUAGE plpgsql SET search_path = ''`,
      `AS ${dollarQuoted(BODY)}`,
    ].join('\n'),
    `COMMENT ON FUNCTION ${signature} IS 'Raises an error of a write again, without what the view hides.'`,
    `REVOKE ALL ON FUNCTION ${signature} FROM PUBLIC`,
  ];
}

const BODY = `DECLARE
  target_oid pg_catalog.oid := target::pg_catalog.regclass;
  visible_detail pg_catalog.text := '';
  referencing pg_catalog.text[];
  referenced pg_catalog.text[];
  other pg_catalog.text;
BEGIN
  -- Whoever may write but not read is told no values. In a SECURITY DEFINER function, CURRENT_USER is its owner.
  IF NOT pg_catalog.has_table_privilege(
       coalesce(nullif(pg_catalog.current_setting('role'), 'none')::pg_catalog.name, SESSION_USER), view, 'SELECT') THEN
    new_values := NULL;
    old_values := NULL;
  END IF;
  IF pg_catalog.split_part(error_context, E'\\n', 1) ~ '^PL/pgSQL.* RAISE$'
     AND NOT (pg_catalog.left(error_state, 2) = ANY (ARRAY['08', '0A', '22', '26', '34', '3D', '3F', '42', '54', '58', 'XX'])
              AND error_state <> '42501'
              AND (error_message || error_detail ~ '"' OR error_state ~ '^2200[LMNST]$'
                   OR error_message ~ '^(cross-database references|improper (qualified|relation) name|operator does not exist)')) THEN
    -- Raised by a function of the project: its own words. What fails in the arguments of RAISE itself looks the same,
    -- and quotes a value.
    visible_detail := error_detail;
  ELSIF NOT (pg_catalog.left(error_state, 2) = ANY (ARRAY['23', '25', '40', '53', '55', '57'])
             OR error_state = ANY (ARRAY['22001', '22012', '44000'])
             OR error_state = '42501' AND (error_message !~ '"' OR error_message ~ 'row-level security'))
        OR error_table <> '' AND NOT EXISTS (
             SELECT FROM pg_catalog.pg_class c
             JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace AND n.nspname = error_schema
             WHERE c.relname = error_table)
        OR error_constraint <> ''
           AND NOT EXISTS (SELECT FROM pg_catalog.pg_constraint WHERE conname = error_constraint)
           AND NOT EXISTS (SELECT FROM pg_catalog.pg_class WHERE relname = error_constraint) THEN
    -- A table or constraint that is gone again was made, and named, by the write itself.
    error_message := 'the write was refused';
    error_hint := 'The message is withheld: it may hold values of columns that the view does not show.';
    error_schema := '';
    error_table := '';
    error_column := '';
    error_constraint := '';
    error_type := '';
  ELSIF error_state IN ('23505', '23P01') THEN
    -- The columns of the index, unless one of them is an expression.
    SELECT CASE WHEN pg_catalog.bool_and(k.attnum > 0)
                THEN pg_catalog.array_agg(a.attname::pg_catalog.text ORDER BY k.position) END
    INTO referencing
    FROM pg_catalog.pg_index i
    JOIN pg_catalog.pg_class c ON c.oid = i.indexrelid AND c.relname = error_constraint
    CROSS JOIN LATERAL pg_catalog.unnest(i.indkey::pg_catalog.int2[]) WITH ORDINALITY AS k(attnum, position)
    LEFT JOIN pg_catalog.pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = k.attnum
    WHERE i.indrelid = target_oid AND k.position <= i.indnkeyatts;
    SELECT 'Key (' || pg_catalog.string_agg(k.name, ', ' ORDER BY k.position) || ')=('
           || pg_catalog.string_agg(given.value, ', ' ORDER BY k.position) || ') '
           || CASE error_state WHEN '23505' THEN 'already exists.' ELSE 'conflicts with an existing key.' END
    INTO visible_detail
    FROM pg_catalog.unnest(referencing) WITH ORDINALITY AS k(name, position)
    LEFT JOIN ROWS FROM (pg_catalog.unnest(columns), pg_catalog.unnest(new_values)) AS given(name, value)
      ON given.name = k.name
    HAVING pg_catalog.bool_and(given.value IS NOT NULL);
  ELSIF error_state IN ('23503', '23001') THEN
    SELECT CASE WHEN con.conrelid = target_oid AND new_values IS NOT NULL THEN ARRAY(
             SELECT a.attname::pg_catalog.text
             FROM pg_catalog.unnest(con.conkey) WITH ORDINALITY AS k(attnum, position)
             JOIN pg_catalog.pg_attribute a ON a.attrelid = con.conrelid AND a.attnum = k.attnum
             ORDER BY k.position) END,
           CASE WHEN con.confrelid = target_oid AND old_values IS NOT NULL THEN ARRAY(
             SELECT a.attname::pg_catalog.text
             FROM pg_catalog.unnest(con.confkey) WITH ORDINALITY AS k(attnum, position)
             JOIN pg_catalog.pg_attribute a ON a.attrelid = con.confrelid AND a.attnum = k.attnum
             ORDER BY k.position) END,
           CASE con.conrelid WHEN target_oid THEN there.relname ELSE here.relname END
    INTO referencing, referenced, other
    FROM pg_catalog.pg_constraint con
    JOIN pg_catalog.pg_class here ON here.oid = con.conrelid
    JOIN pg_catalog.pg_namespace n ON n.oid = here.relnamespace
    JOIN pg_catalog.pg_class there ON there.oid = con.confrelid
    WHERE con.contype = 'f' AND con.conname = error_constraint
      AND n.nspname = error_schema AND here.relname = error_table;
    -- A table that refers to itself: which end an update violates, PostgreSQL says in words alone.
    IF referencing IS NULL OR referenced IS NULL THEN
      SELECT 'Key (' || pg_catalog.string_agg(k.name, ', ' ORDER BY k.position) || ')=('
             || pg_catalog.string_agg(given.value, ', ' ORDER BY k.position) || ') is '
             || CASE WHEN referenced IS NULL THEN 'not present in' ELSE 'still referenced from' END
             || ' table "' || other || '".'
      INTO visible_detail
      FROM pg_catalog.unnest(coalesce(referencing, referenced)) WITH ORDINALITY AS k(name, position)
      LEFT JOIN ROWS FROM (
        pg_catalog.unnest(columns),
        pg_catalog.unnest(CASE WHEN referenced IS NULL THEN new_values ELSE old_values END)
      ) AS given(name, value) ON given.name = k.name
      HAVING pg_catalog.bool_and(given.value IS NOT NULL);
    END IF;
  ELSIF error_state IN ('23502', '23514') AND new_values IS NOT NULL THEN
    -- A domain's error names no table; a cascade's names another one.
    SELECT 'Failing row contains (' || pg_catalog.string_agg(given.name, ', ' ORDER BY given.position)
           || ') = (' || pg_catalog.string_agg(
                CASE WHEN given.value IS NULL THEN 'null'
                     WHEN pg_catalog.length(given.value) > 64 THEN pg_catalog.left(given.value, 64) || '...'
                     ELSE given.value END, ', ' ORDER BY given.position) || ').'
    INTO visible_detail
    FROM pg_catalog.pg_class c
    JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace AND n.nspname = error_schema
    CROSS JOIN ROWS FROM (pg_catalog.unnest(columns), pg_catalog.unnest(new_values))
      WITH ORDINALITY AS given(name, value, position)
    WHERE c.oid = target_oid AND c.relname = error_table;
  END IF;
  -- RAISE takes no option for one that is not there: it would be sent as an empty text.
  IF coalesce(visible_detail, '') = '' AND error_hint = '' THEN
    RAISE EXCEPTION USING ERRCODE = error_state, MESSAGE = error_message,
      SCHEMA = error_schema, TABLE = error_table, COLUMN = error_column,
      CONSTRAINT = error_constraint, DATATYPE = error_type;
  ELSIF coalesce(visible_detail, '') = '' THEN
    RAISE EXCEPTION USING ERRCODE = error_state, MESSAGE = error_message, HINT = error_hint,
      SCHEMA = error_schema, TABLE = error_table, COLUMN = error_column,
      CONSTRAINT = error_constraint, DATATYPE = error_type;
  ELSIF error_hint = '' THEN
    RAISE EXCEPTION USING ERRCODE = error_state, MESSAGE = error_message, DETAIL = visible_detail,
      SCHEMA = error_schema, TABLE = error_table, COLUMN = error_column,
      CONSTRAINT = error_constraint, DATATYPE = error_type;
  ELSE
    RAISE EXCEPTION USING ERRCODE = error_state, MESSAGE = error_message, DETAIL = visible_detail, HINT = error_hint,
      SCHEMA = error_schema, TABLE = error_table, COLUMN = error_column,
      CONSTRAINT = error_constraint, DATATYPE = error_type;
  END IF;
END`;

import type { SchemaObject } from '../metadata/definitions.js';
import { quoteQualified } from '../sql/identifier.js';
import { dollarQuoted } from '../sql/literal.js';

/** Name of the function that reports an error of a write without what the view hides. */
const RAISE_ERROR = 'raise_error';

/** What an error says, as PL/pgSQL hands it out. */
const FIELDS = [
  ['state', 'RETURNED_SQLSTATE'],
  ['message', 'MESSAGE_TEXT'],
  ['detail', 'PG_EXCEPTION_DETAIL'],
  ['context', 'PG_EXCEPTION_CONTEXT'],
  ['schema', 'SCHEMA_NAME'],
  ['table', 'TABLE_NAME'],
  ['column', 'COLUMN_NAME'],
  ['constraint', 'CONSTRAINT_NAME'],
  ['type', 'PG_DATATYPE_NAME'],
] as const;

/** Declares what {@link errorHandler} needs. */
export const ERROR_VARIABLES = FIELDS.map(([field]) => `error_${field} pg_catalog.text;`).join(' ');

/**
 * The end of a PL/pgSQL block whose errors tell nothing of a column that the view hides. PostgreSQL shows the whole row in
 * `DETAIL` to who may read the table, as the trigger's owner may.
 *
 * @param schema The schema of {@link raiseErrorFunction}.
 */
export function errorHandler(schema: string): readonly string[] {
  const callee = quoteQualified({ schema, name: RAISE_ERROR });
  return [
    'EXCEPTION WHEN OTHERS THEN',
    '  GET STACKED DIAGNOSTICS',
    `    ${FIELDS.map(([field, item]) => `error_${field} = ${item}`).join(', ')};`,
    `  PERFORM ${callee}(${FIELDS.map(([field]) => `error_${field}`).join(', ')});`,
    '  RAISE;',
  ];
}

/**
 * The function that raises an error in place of a caught one. Three kinds of errors are told apart:
 *
 * - What a function of the project raises is its own choice of words, and passes unchanged: this function returns, and the
 *   trigger raises it again; unless it quotes something and has a code of the classes by which PostgreSQL reports values.
 *   Errors about XML and some about names quote without quotes.
 * - PostgreSQL's messages about constraints, rights, locks and the server hold names and no values, but for those
 *   about files. `DETAIL` holds values, and is left out.
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
  const declared = FIELDS.map(([field]) => `error_${field} pg_catalog.text`);
  const signature = `${name}(${FIELDS.map(() => 'pg_catalog.text').join(', ')})`;
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

const BODY = `BEGIN
  IF pg_catalog.split_part(error_context, E'\\n', 1) ~ '^PL/pgSQL.* RAISE$'
     AND NOT (pg_catalog.left(error_state, 2) = ANY (ARRAY['08', '0A', '22', '26', '34', '3D', '3F', '42', '54', '58', 'XX'])
              AND error_state <> '42501'
              AND (error_message || error_detail ~ '"' OR error_state ~ '^2200[LMNST]$'
                   OR error_message ~ '^(cross-database references|improper (qualified|relation) name|operator does not exist)')) THEN
    -- Raised by a function of the project: its own words. What fails in the arguments of RAISE itself looks the same,
    -- and quotes a value.
    RETURN;
  END IF;
  IF NOT (pg_catalog.left(error_state, 2) = ANY (ARRAY['23', '25', '40', '53', '55', '57'])
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
    RAISE EXCEPTION USING ERRCODE = error_state, MESSAGE = 'the write was refused',
      HINT = 'The message is withheld: it may hold values of columns that the view does not show.';
  END IF;
  RAISE EXCEPTION USING ERRCODE = error_state, MESSAGE = error_message,
    SCHEMA = error_schema, TABLE = error_table, COLUMN = error_column,
    CONSTRAINT = error_constraint, DATATYPE = error_type;
END`;

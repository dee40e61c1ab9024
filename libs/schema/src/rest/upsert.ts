import type { PgTable } from 'drizzle-orm/pg-core';
import { text, type Issue } from '@rowhouse/errors';

import type { SchemaObject } from '../metadata/definitions.js';
import type { Metadata } from '../metadata/metadata.js';
import { setSearchPath } from '../metadata/trigger.js';
import {
  derivedName,
  quoteIdentifier,
  quoteQualified,
  readableName,
  readableObject,
  type QualifiedName,
} from '../sql/identifier.js';
import { dollarQuoted, stringLiteral } from '../sql/literal.js';
import type { DefinedTable } from '../table/types.js';
import { isUniqueKey, notUnique } from '../table/unique-keys.js';
import { pathToEquality } from './equality.js';
import type { RestGrant } from './grants.js';
import type { RestColumn } from './view-columns.js';

/** What a role needs to write a row that may be there already, and to read it back. */
const NEEDED: readonly RestGrant[] = ['select', 'insert', 'update'];

/** A view with the columns that its rows are matched by. */
export interface UpsertTarget {
  readonly view: QualifiedName;
  readonly columns: readonly RestColumn[];
  readonly source: DefinedTable;
  /** Keys of the source's columns. */
  readonly upsert: readonly string[];
  readonly grants: Readonly<Record<string, readonly RestGrant[]>>;
}

/** What is wrong with the columns that rows are to be matched by. */
export function upsertIssues(target: UpsertTarget, subject: string): readonly Issue[] {
  const { source, upsert, grants } = target;
  const path = ['upsert'];
  const names = matchedColumns(target);
  const hidden = upsert.filter((_, index) => names[index] === undefined);
  if (hidden.length > 0) {
    return [
      {
        code: 'ungrantable',
        subject,
        path,
        message: text`the view does not show the column ${hidden} of its table`,
        fix: 'Show the columns that identify a row.',
      },
    ];
  }
  const own = upsert.map((key) => columnName(source, key)!);
  const issues: Issue[] = [];
  if (!isUniqueKey(source, own)) {
    issues.push({
      code: 'no-unique-key',
      subject,
      path,
      ...notUnique(`table ${readableObject(source)}`, own),
    });
  }
  if (granted(grants).length === 0) {
    issues.push({
      code: 'ungrantable',
      subject,
      path,
      message: text`no role has the grants ${NEEDED}, which it needs`,
      fix: text`Grant them in ${'grants'} or ${'roles'}, or remove the option.`,
    });
  }
  return issues;
}

/**
 * Registers the function that PostgREST serves as `POST /rpc/upsert_<view>`. It writes through the view, as its
 * caller: the view's grants, columns and triggers hold for it.
 */
export function registerUpsert(metadata: Metadata, target: UpsertTarget): void {
  const { view, grants } = target;
  const callee = { schema: view.schema, name: derivedName('upsert', view.name) };
  metadata.registerObject(upsertFunction(metadata, callee, target));
  for (const to of granted(grants)) {
    metadata.registerGrant({ on: { kind: 'function', ...callee }, privileges: ['execute'], to });
  }
}

function upsertFunction(
  metadata: Metadata,
  callee: QualifiedName,
  target: UpsertTarget,
): SchemaObject {
  const view = quoteQualified(target.view);
  const signature = `${quoteQualified(callee)}(pg_catalog.jsonb)`;
  const names = matchedColumns(target).map((name) => name!);
  const matchedBy = target.columns.flatMap(({ name, source }) =>
    source && names.includes(name) ? [source] : [],
  );
  const comment = `Inserts a row or a list of rows. Updates a row if one with the same ${names.map(readableName).join(', ')} exists.`;
  return {
    kind: 'function',
    ...callee,
    create: () => [
      [
        `CREATE FUNCTION ${signature} RETURNS SETOF ${view}`,
        `LANGUAGE plpgsql ${setSearchPath(pathToEquality(metadata, matchedBy))}`,
        `AS ${dollarQuoted(upsertBody(view, names))}`,
      ].join('\n'),
      `REVOKE ALL ON FUNCTION ${signature} FROM PUBLIC`,
      `COMMENT ON FUNCTION ${signature} IS ${stringLiteral(comment)}`,
    ],
  };
}

/**
 * A view with triggers takes no ON CONFLICT, so each row is tried as an update, and inserted where there is none.
 * Between the two somebody else may insert it: then it is tried again. What is in the way twice is another key, or
 * a row that the view does not show.
 */
function upsertBody(view: string, names: readonly string[]): string {
  const named = view.replaceAll('%', '%%');
  const matches = names
    .map((name) => quoteIdentifier(name).replaceAll('%', '%%'))
    .map((name) => `t.${name} = s.${name}`);
  const source = `pg_catalog.jsonb_populate_record(NULL::${named}, $1) AS s`;
  const update = `UPDATE ${named} AS t SET %s FROM ${source} WHERE ${matches.join(' AND ')} RETURNING t.*`;
  const insert = `INSERT INTO ${named} (%s) SELECT %s FROM ${source} RETURNING *`;
  const keys = `ARRAY[${names.map(stringLiteral).join(', ')}]`;
  return [
    'DECLARE',
    '  given pg_catalog.jsonb;',
    '  missing pg_catalog.text;',
    '  assignments pg_catalog.text;',
    '  columns pg_catalog.text;',
    '  list pg_catalog.text;',
    'BEGIN',
    "  FOR given IN SELECT e FROM pg_catalog.jsonb_array_elements(CASE pg_catalog.jsonb_typeof($1) WHEN 'array' THEN $1 ELSE pg_catalog.jsonb_build_array($1) END) AS e LOOP",
    `    SELECT k INTO missing FROM pg_catalog.unnest(${keys}) AS k WHERE NOT given OPERATOR(pg_catalog.?) k;`,
    '    IF FOUND THEN',
    `      RAISE EXCEPTION USING ERRCODE = '22023', MESSAGE = pg_catalog.format('a row has no %I, by which rows of view %s are matched', missing, ${stringLiteral(view)});`,
    '    END IF;',
    "    SELECT pg_catalog.string_agg(pg_catalog.format('%1$I = s.%1$I', k), ', '), pg_catalog.string_agg(pg_catalog.quote_ident(k), ', '), pg_catalog.string_agg('s.' || pg_catalog.quote_ident(k), ', ')",
    '      INTO assignments, columns, list FROM pg_catalog.jsonb_object_keys(given) AS k;',
    '    FOR attempt IN 1..3 LOOP',
    `      RETURN QUERY EXECUTE pg_catalog.format(${stringLiteral(update)}, assignments) USING given;`,
    '      EXIT WHEN FOUND;',
    '      BEGIN',
    `        RETURN QUERY EXECUTE pg_catalog.format(${stringLiteral(insert)}, columns, list) USING given;`,
    '        EXIT;',
    '      EXCEPTION WHEN unique_violation THEN',
    '        IF attempt = 3 THEN RAISE; END IF;',
    '      END;',
    '    END LOOP;',
    '  END LOOP;',
    'END',
  ].join('\n');
}

/** The roles that may do all that it takes. */
function granted(grants: UpsertTarget['grants']): readonly string[] {
  return Object.entries(grants).flatMap(([role, list]) =>
    NEEDED.every((privilege) => list.includes(privilege)) ? [role] : [],
  );
}

/** The names in the view of the columns that rows are matched by. */
function matchedColumns({
  columns,
  source,
  upsert,
}: UpsertTarget): readonly (string | undefined)[] {
  return upsert.map((key) => {
    const own = columnName(source, key);
    return columns.find((column) => column.writable && column.source?.name === own)?.name;
  });
}

function columnName({ table }: DefinedTable, key: string): string | undefined {
  return (table as PgTable & Record<string, { name: string } | undefined>)[key]?.name;
}

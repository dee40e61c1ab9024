import type pg from 'pg';

import { triggerFunction, triggerOn } from '../../metadata/trigger.js';
import { derivedName, quoteIdentifier, readableObject } from '../../sql/identifier.js';
import { stringLiteral } from '../../sql/literal.js';
import { isMissing, isPresent } from '../../sql/presence.js';
import type { MigrationStep } from '../../steps/index.js';
import type { ConvertedDoubles, Double } from './double.js';
import {
  doublesOf,
  readableColumn,
  tableOf,
  type Conversion,
  type Expansion,
  type RenamedColumn,
} from './expansion.js';

/** Triggers run in the order of their names: one before all others, and one after them. */
export function syncNames(expansion: Expansion) {
  const { schema, table } = expansion;
  const doubles = doublesOf(expansion);
  return {
    callee: { schema, name: derivedName('both', table, ...doubles) },
    triggers: [derivedName('!both', ...doubles), derivedName('~both', ...doubles)] as const,
  };
}

/** The steps after which the columns are kept in step. */
export function syncSteps(expansion: Expansion, body: string): MigrationStep[] {
  const table = tableOf(expansion);
  const { callee, triggers } = syncNames(expansion);
  const create = (kind: string, object: string, relation?: string) => (sql: string) =>
    ({ sql, verb: 'create', kind, object, ...(relation && { relation }) }) as const;
  return [
    ...triggerFunction({ ...callee, body: () => body })
      .create()
      .map(create('function', readableObject(callee))),
    ...triggers.flatMap((name) =>
      triggerOn({ table, name, timing: 'BEFORE', events: ['INSERT', 'UPDATE'], function: callee })
        .create()
        .map(create('trigger', readableColumn(expansion, name), readableObject(table))),
    ),
  ];
}

/**
 * The column itself is what counts. What new code writes to the double goes to the column before the table's own
 * triggers see it, and the double gets what became of the column behind them.
 */
export function renameBody(expansion: RenamedColumn, { type, default: constant }: Double): string {
  const [old, double] = [expansion.from, expansion.to].map(quoteIdentifier);
  const [first] = syncNames(expansion).triggers;
  const isGiven =
    constant === undefined
      ? isPresent(`NEW.${double}`)
      : `NEW.${double}::pg_catalog.text IS DISTINCT FROM CAST(${constant} AS ${type})::pg_catalog.text`;
  return [
    'BEGIN',
    `  IF TG_NAME <> ${stringLiteral(first)} THEN`,
    `    NEW.${double} := NEW.${old};`,
    "  ELSIF TG_OP = 'INSERT' THEN",
    `    IF ${isGiven} THEN NEW.${old} := NEW.${double}; END IF;`,
    `  ELSIF NEW.${double}::pg_catalog.text IS DISTINCT FROM OLD.${double}::pg_catalog.text THEN`,
    `    NEW.${old} := NEW.${double};`,
    '  END IF;',
    '  RETURN NEW;',
    'END',
  ].join('\n');
}

/**
 * The same, with expressions in place of the value. What new code wrote stays as it is unless the column is no longer
 * what that makes of it: an expression may lose what only the double can say, such as where a name was split.
 */
export function conversionBody(
  expansion: Conversion,
  { type, notNull, doubles }: ConvertedDoubles,
): string {
  const old = `NEW.${quoteIdentifier(expansion.from)}`;
  const names = doubles.map(({ name }) => quoteIdentifier(name));
  const fresh = names.map((name) => `NEW.${name}`);
  const [first] = syncNames(expansion).triggers;
  const row = `FROM (SELECT NEW.*) AS ${quoteIdentifier(expansion.table)}`;
  const isGiven = [
    ...fresh.map(isPresent),
    // Who leaves out both forms means the defaults of the new one.
    ...(notNull ? [isMissing(old)] : []),
  ];
  const isChanged = names.map(
    (name) => `NEW.${name}::pg_catalog.text IS DISTINCT FROM OLD.${name}::pg_catalog.text`,
  );
  const defaults = doubles.flatMap(({ name, ifMissing: value }) =>
    value === undefined
      ? []
      : [
          `    IF TG_OP = 'INSERT' AND ${isMissing(`NEW.${quoteIdentifier(name)}`)} THEN NEW.${quoteIdentifier(name)} := ${value}; END IF;`,
        ],
  );
  return [
    // A name in an expression is a column of the row, whatever variables there are.
    '#variable_conflict use_column',
    'DECLARE',
    '  is_written pg_catalog.bool;',
    `  was ${type};`,
    'BEGIN',
    `  IF TG_NAME = ${stringLiteral(first)} THEN`,
    "    IF TG_OP = 'INSERT' THEN",
    `      is_written := ${isGiven.join(' OR ')};`,
    '    ELSE',
    `      is_written := ${isChanged.join('\n        OR ')};`,
    '    END IF;',
    '    IF NOT is_written THEN RETURN NEW; END IF;',
    ...defaults,
    `    SELECT ${expressions([expansion.down])} INTO ${old} ${row};`,
    '  ELSE',
    `    SELECT ${expressions([expansion.down])} INTO was ${row};`,
    `    IF ${old}::pg_catalog.text IS DISTINCT FROM was::pg_catalog.text`,
    `      OR (${fresh.map(isMissing).join(' AND ')}) THEN`,
    `      SELECT ${expressions(expansion.into.map(({ up }) => up))} INTO ${fresh.join(', ')} ${row};`,
    '    END IF;',
    '  END IF;',
    '  RETURN NEW;',
    'END',
  ].join('\n');
}

/** The body that the triggers of an expansion run in a database. */
export async function writtenBody(client: pg.ClientBase, expansion: Expansion): Promise<string> {
  const { schema, name } = syncNames(expansion).callee;
  const { rows } = await client.query<{ body: string }>(
    `SELECT p.prosrc AS body FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
     WHERE n.nspname = $1 AND p.proname = $2`,
    [schema, name],
  );
  return rows[0]!.body.slice(1, -1);
}

function expressions(list: readonly string[]): string {
  return list.map((sql) => `(${sql})`).join(', ');
}

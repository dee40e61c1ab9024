import { triggerFunction, triggerOn } from '../../metadata/trigger.js';
import {
  derivedName,
  quoteIdentifier,
  quoteQualified,
  readableName,
  readableObject,
} from '../../sql/identifier.js';
import { stringLiteral } from '../../sql/literal.js';
import type { MigrationStep } from '../../steps/index.js';
import { tableOf, type ExpandedColumn, type Expansion } from './column.js';

/** The steps that give a column its double, and keep both in step from then on. */
export interface ExpansionSteps {
  readonly column: readonly MigrationStep[];
  /** Fills the double in rows that are there. */
  readonly fill: MigrationStep;
  readonly triggers: readonly MigrationStep[];
  readonly indexes: readonly MigrationStep[];
}

export function expansionSteps(expansion: Expansion, column: ExpandedColumn): ExpansionSteps {
  const { schema, from, to } = expansion;
  const table = tableOf(expansion);
  const step = stepOn(expansion);
  const alter = `ALTER TABLE ${quoteQualified(table)}`;
  const [old, double] = [quoteIdentifier(from), quoteIdentifier(to)];
  const { callee, triggers } = namesOf(expansion);
  return {
    column: [
      step(
        'create',
        'column',
        to,
        `${alter} ADD COLUMN ${double} ${column.type}${column.collation}`,
      ),
      // By itself, so that it is the default of new rows alone.
      ...(column.constant === undefined
        ? []
        : [
            step(
              'alter',
              'column',
              to,
              `${alter} ALTER COLUMN ${double} SET DEFAULT ${column.constant}`,
            ),
          ]),
      ...column.grants.map((sql) => step('alter', 'privilege', to, sql)),
    ],
    fill: step(
      'alter',
      'rows of column',
      to,
      `UPDATE ${quoteQualified(table)} SET ${double} = ${old} WHERE ${isStale(expansion)}`,
    ),
    triggers: [
      ...triggerFunction({ ...callee, body: () => syncBody(expansion, column) })
        .create()
        .map((sql) => ({
          sql,
          verb: 'create' as const,
          kind: 'function',
          object: readableObject(callee),
        })),
      ...triggers.flatMap((name) =>
        triggerOn({ table, name, timing: 'BEFORE', events: ['INSERT', 'UPDATE'], function: callee })
          .create()
          .map((sql) => step('create', 'trigger', name, sql)),
      ),
    ],
    indexes: column.indexes.map(({ name, isUnique, definition }) => {
      const own = derivedName(name, 'of', to);
      return {
        sql: `CREATE ${isUnique ? 'UNIQUE ' : ''}INDEX ${quoteIdentifier(own)} ON ${quoteQualified(table)} ${definition}`,
        verb: 'create',
        kind: 'index',
        object: readableObject({ schema, name: own }),
      };
    }),
  };
}

/** The steps that take the double away; its values are in the column itself. */
export function contractionSteps(expansion: Expansion): MigrationStep[] {
  const table = quoteQualified(tableOf(expansion));
  const step = stepOn(expansion);
  const { callee, triggers } = namesOf(expansion);
  return [
    ...triggers.map((name) =>
      step('drop', 'trigger', name, `DROP TRIGGER ${quoteIdentifier(name)} ON ${table}`),
    ),
    {
      sql: `DROP FUNCTION ${quoteQualified(callee)}()`,
      verb: 'drop',
      kind: 'function',
      object: readableObject(callee),
    },
    step(
      'drop',
      'column',
      expansion.to,
      `ALTER TABLE ${table} DROP COLUMN ${quoteIdentifier(expansion.to)}`,
    ),
  ];
}

/** Whether a row's double is not what the column is. As text, for not all types can be compared, and some take two texts for one. */
export function isStale({ from, to }: Expansion): string {
  return `${quoteIdentifier(to)}::text IS DISTINCT FROM ${quoteIdentifier(from)}::text`;
}

function stepOn(expansion: Expansion) {
  const relation = readableObject(tableOf(expansion));
  return (verb: MigrationStep['verb'], kind: string, part: string, sql: string): MigrationStep => ({
    sql,
    verb,
    kind,
    object: `${relation}.${readableName(part)}`,
    relation,
  });
}

/** Triggers run in the order of their names: one before all others, and one after them. */
function namesOf({ schema, table, to }: Expansion) {
  const name = derivedName('both', table, to);
  return {
    callee: { schema, name },
    triggers: [derivedName('!both', to), derivedName('~both', to)],
  };
}

/**
 * The column itself is what counts. What new code writes to the double goes to the column before the table's own
 * triggers see it, and the double gets what became of the column behind them.
 */
function syncBody(expansion: Expansion, { type, constant }: ExpandedColumn): string {
  const [old, double] = [expansion.from, expansion.to].map(quoteIdentifier);
  const [first] = namesOf(expansion).triggers;
  const isGiven =
    constant === undefined
      ? `NEW.${double} IS NOT NULL`
      : `NEW.${double}::pg_catalog.text IS DISTINCT FROM CAST(${constant} AS ${type})::pg_catalog.text`;
  return [
    'BEGIN',
    `  IF TG_NAME <> ${stringLiteral(first!)} THEN`,
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

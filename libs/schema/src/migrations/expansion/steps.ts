import { quoteIdentifier, quoteQualified, readableObject } from '../../sql/identifier.js';
import type { MigrationStep } from '../../steps/index.js';
import type { Double, DoubleIndex } from './double.js';
import { doublesOf, readableColumn, tableOf, type Expansion } from './expansion.js';
import { syncNames, syncSteps } from './sync.js';

/** The steps that give a column its doubles, and keep all in step from then on. */
export interface ExpansionSteps {
  readonly columns: readonly MigrationStep[];
  readonly triggers: readonly MigrationStep[];
  readonly indexes: readonly MigrationStep[];
}

/** What an expansion adds to the table. */
export interface Additions {
  readonly doubles: readonly Double[];
  readonly indexes: readonly DoubleIndex[];
  /** Of the function behind the triggers. */
  readonly body: string;
}

export function expansionSteps(
  expansion: Expansion,
  { doubles, indexes, body }: Additions,
): ExpansionSteps {
  return {
    columns: doubles.flatMap((double) => addColumn(expansion, double)),
    triggers: syncSteps(expansion, body),
    indexes: indexes.map((index) => addIndex(expansion, index)),
  };
}

/** The steps that take the doubles away; their values are in the column itself. */
export function withdrawalSteps(expansion: Expansion): MigrationStep[] {
  const alter = `ALTER TABLE ${quoteQualified(tableOf(expansion))}`;
  return [
    ...syncDrops(expansion),
    ...doublesOf(expansion).map((name) =>
      stepOn(expansion, 'drop', 'column', name, `${alter} DROP COLUMN ${quoteIdentifier(name)}`),
    ),
  ];
}

/** The steps after which nobody keeps the columns in step. */
export function syncDrops(expansion: Expansion): MigrationStep[] {
  const table = quoteQualified(tableOf(expansion));
  const { callee, triggers } = syncNames(expansion);
  return [
    ...triggers.map((name) =>
      stepOn(
        expansion,
        'drop',
        'trigger',
        name,
        `DROP TRIGGER ${quoteIdentifier(name)} ON ${table}`,
      ),
    ),
    {
      sql: `DROP FUNCTION ${quoteQualified(callee)}()`,
      verb: 'drop',
      kind: 'function',
      object: readableObject(callee),
    },
  ];
}

/** The steps that add a column with nothing but its values to come. */
export function addColumn(
  expansion: Expansion,
  { name, type, collation, default: value, grants }: Double,
): MigrationStep[] {
  const alter = `ALTER TABLE ${quoteQualified(tableOf(expansion))}`;
  const column = quoteIdentifier(name);
  const step = (verb: MigrationStep['verb'], kind: string, sql: string) =>
    stepOn(expansion, verb, kind, name, sql);
  return [
    step('create', 'column', `${alter} ADD COLUMN ${column} ${type}${collation}`),
    // By itself, so that it is the default of new rows alone.
    ...(value === undefined
      ? []
      : [step('alter', 'column', `${alter} ALTER COLUMN ${column} SET DEFAULT ${value}`)]),
    ...grants.map((sql) => step('alter', 'privilege', sql)),
  ];
}

export function addIndex(
  expansion: Expansion,
  { name, isUnique, definition }: DoubleIndex,
): MigrationStep {
  const table = tableOf(expansion);
  return {
    sql: `CREATE ${isUnique ? 'UNIQUE ' : ''}INDEX ${quoteIdentifier(name)} ON ${quoteQualified(table)} ${definition}`,
    verb: 'create',
    kind: 'index',
    object: readableObject({ schema: table.schema, name }),
  };
}

export function stepOn(
  expansion: Expansion,
  verb: MigrationStep['verb'],
  kind: string,
  part: string,
  sql: string,
): MigrationStep {
  return {
    sql,
    verb,
    kind,
    object: readableColumn(expansion, part),
    relation: readableObject(tableOf(expansion)),
  };
}

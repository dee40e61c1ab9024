import { readableObject, type QualifiedName } from '../../sql/identifier.js';
import { namesIn } from '../../sql/statement-names.js';
import type { MigrationStep } from '../../steps/index.js';
import type { Change, Changes, ForeignKeyChange, KeyChange } from './recognise.js';
import type { ScriptTables } from './safe-form.js';

/** What says something of an index or a constraint, and may be said later. */
const FOLLOWER =
  /^(?:COMMENT ON (?:INDEX|CONSTRAINT) |ALTER INDEX |ALTER (?:TABLE|MATERIALIZED VIEW) .* (?:REPLICA IDENTITY USING INDEX|CLUSTER ON) )/s;

/** What may go without an index that is dropped later being asked. */
const HARMLESS_DROPS = new Set([
  ...['index', 'constraint', 'view', 'trigger', 'policy', 'privilege', 'comment', 'default'],
]);

/** What asks at once that its columns are NOT NULL. */
const IDENTIFIES_ROWS = /^ALTER TABLE .* (?:REPLICA IDENTITY USING INDEX |ADD GENERATED )/s;

/** NOT VALID on a partitioned table. */
const PARTITIONED_NOT_VALID = 18;

/** Whether a step says something of an index or a constraint of its script. */
export function isFollower({ sql, verb }: MigrationStep): boolean {
  return verb !== 'rename' && FOLLOWER.test(sql);
}

/**
 * Tells of which changes of a script there is no safe form, or needs to be none: of tables that it makes itself, and
 * of what other steps of its first transaction need.
 */
export function hindrances(
  changes: Changes,
  { before, after }: ScriptTables,
): (step: MigrationStep, change: Change) => boolean {
  const steps = [...changes.keys()];
  const relations = (verb: MigrationStep['verb']) =>
    new Set(
      steps.flatMap((step) =>
        step.verb === verb && /^(?:table|materialized view)$/.test(step.kind) ? [step.object] : [],
      ),
    );
  const [made, dropped] = [relations('create'), relations('drop')];
  const droppedConstraints = new Set(
    [...changes.values()].flatMap((change) =>
      change?.kind === 'dropped constraint' ? [constraintKey(change)] : [],
    ),
  );
  const makesQueries = steps.some(
    ({ verb, kind }) => verb === 'create' && /view|function|procedure/.test(kind),
  );
  const dropsMore = steps.some(({ verb, kind }) => verb === 'drop' && !HARMLESS_DROPS.has(kind));
  const identified = new Set(
    steps.flatMap(({ sql }) => (IDENTIFIES_ROWS.test(sql) ? namesIn(sql) : [])),
  );
  const mentionsOf = mentionsIn(changes);
  const isMentioned = (step: MigrationStep, name: QualifiedName) =>
    mentionsOf(name).some((other) => other !== step);
  const ofTable = (table: QualifiedName) =>
    steps.filter(({ relation }) => relation === readableObject(table));

  const isHindered = (step: MigrationStep, change: Change): boolean => {
    if (change.kind === 'dropped index') return isNeeded(step, change.name);
    if (made.has(readableObject(change.table))) return true;
    switch (change.kind) {
      case 'index':
        return after.partitionsOf(change.table)?.length === 0 || isMentioned(step, change.name);
      case 'key':
        return isKeyHindered(step, change);
      case 'foreign key':
        return isForeignKeyHindered(change);
      case 'not null':
        return isNotNullHindered(change.table, change.column);
      default:
        return false;
    }
  };

  const isKeyHindered = (step: MigrationStep, { table, name, type }: KeyChange) =>
    after.partitionsOf(table) !== undefined ||
    isMentioned(step, { schema: table.schema, name }) ||
    // It is replaced, and would be missed until the new one is built.
    droppedConstraints.has(constraintKey({ table, name })) ||
    // A view may group by the key alone.
    (type === 'PRIMARY KEY' && makesQueries);

  const isForeignKeyHindered = ({ table }: ForeignKeyChange) =>
    after.partitionsOf(table) !== undefined && after.serverMajor < PARTITIONED_NOT_VALID;

  /** An identity, a primary key and a replica identity ask for it at once. */
  const isNotNullHindered = (table: QualifiedName, column: string) =>
    after.isComposite(table, column) ||
    identified.has(table.name) ||
    ofTable(table).some((other) => {
      const change = changes.get(other);
      const isPrimary = change?.kind === 'key' && change.type === 'PRIMARY KEY';
      return isPrimary && isHindered(other, change);
    });

  /** Whether a dropped index must be gone before the other steps, or goes along with one of them. */
  const isNeeded = (step: MigrationStep, index: QualifiedName) => {
    const table = before.tableOfIndex(index);
    return (
      table === undefined ||
      before.partitionsOf(table) !== undefined ||
      dropped.has(readableObject(table)) ||
      dropsMore ||
      ofTable(table).some(({ sql }) => / ALTER COLUMN .* TYPE /s.test(sql)) ||
      mentionsOf(index).some((other) => {
        const change = changes.get(other);
        const isBuild = change?.kind === 'index' || change?.kind === 'key';
        return other !== step && !(isBuild && !isHindered(other, change));
      })
    );
  };
  return isHindered;
}

/** Tells the steps that name an index or a constraint, but for those that drop, or only say something of it. */
function mentionsIn(changes: Changes): (name: QualifiedName) => readonly MigrationStep[] {
  let namesOf: ReadonlyMap<MigrationStep, ReadonlySet<string>> | undefined;
  const read = () =>
    new Map(
      [...changes].flatMap(([step, change]) => {
        const kind = change?.kind;
        if (isFollower(step) || kind === 'dropped index' || kind === 'dropped constraint') {
          return [];
        }
        const sql = step.kind === 'comment' ? withoutStrings(step.sql) : step.sql;
        return [[step, new Set(namesIn(sql))] as const];
      }),
    );
  return ({ schema, name }) =>
    [...(namesOf ??= read())].flatMap(([step, names]) =>
      names.has(name) && names.has(schema) ? [step] : [],
    );
}

function constraintKey({ table, name }: { table: QualifiedName; name: string }): string {
  return JSON.stringify([table.schema, table.name, name]);
}

function withoutStrings(sql: string): string {
  return sql.replaceAll(/'(?:[^']|'')*'/g, '');
}

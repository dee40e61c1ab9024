import type { Action, FactBase, StableId } from '@supabase/pg-delta';

import type { MigrationStep } from '../../../steps/index.js';
import { quoteQualified } from '../../../sql/identifier.js';
import { stringLiteral } from '../../../sql/literal.js';
import { objectName } from '../object-name.js';

export interface ColumnId {
  readonly kind: 'column';
  readonly schema: string;
  readonly table: string;
  readonly name: string;
}

/** Columns whose sequence is made anew, as `serial` becomes an identity or the other way around. */
export function columnsThatKeepPosition(from: FactBase, to: FactBase): ColumnId[] {
  const serialBefore = serialColumns(from);
  const serialAfter = serialColumns(to);
  return from.facts().flatMap(({ id, payload }): ColumnId[] => {
    const after = id.kind === 'column' ? to.get(id) : undefined;
    if (!after) return [];
    const column = id as ColumnId;
    const key = keyOf(column);
    const wasIdentity = isIdentity(payload);
    const becomesIdentity = isIdentity(after.payload);
    const changes =
      (wasIdentity && !becomesIdentity && serialAfter.has(key)) ||
      (!wasIdentity && becomesIdentity && serialBefore.has(key));
    return changes ? [column] : [];
  });
}

/** Whether a sequence that goes is that of one of the columns. */
export function isSequenceOf(
  columns: readonly ColumnId[],
  sequence: StableId,
  { consumes }: Pick<Action, 'consumes'>,
  from: FactBase,
): boolean {
  const owner = from.get(sequence)?.payload['ownedBy'] as Owner | null | undefined;
  const keys = new Set(columns.map(keyOf));
  return (
    (owner && keys.has(keyOfOwner(owner))) ??
    consumes.some((id) => id.kind === 'column' && keys.has(keyOf(id as ColumnId)))
  );
}

/** The engine starts the new sequence at its beginning: these steps around its own carry the position over. */
export function withPositions(
  columns: readonly ColumnId[],
  steps: readonly MigrationStep[],
): MigrationStep[] {
  const step = (id: ColumnId, sql: string): MigrationStep => ({
    sql,
    verb: 'alter',
    kind: 'sequence position',
    object: objectName(id),
  });
  const sequenceOf = (id: ColumnId) =>
    `pg_catalog.pg_get_serial_sequence(${stringLiteral(tableOf(id))}, ${stringLiteral(id.name)})`;
  const setting = (index: number) => stringLiteral(`rowhouse.next_value_${index + 1}`);
  return [
    ...columns.flatMap((id, index) => [
      step(id, `LOCK TABLE ${tableOf(id)} IN ACCESS EXCLUSIVE MODE`),
      step(
        id,
        `SELECT pg_catalog.set_config(${setting(index)}, pg_catalog.nextval(${sequenceOf(id)})::pg_catalog.text, true)`,
      ),
    ]),
    ...steps,
    ...columns.map((id, index) =>
      step(
        id,
        `SELECT pg_catalog.setval(${sequenceOf(id)}, pg_catalog.current_setting(${setting(index)})::pg_catalog.int8, false)`,
      ),
    ),
  ];
}

function tableOf({ schema, table }: ColumnId): string {
  return quoteQualified({ schema, name: table });
}

function isIdentity(payload: Readonly<Record<string, unknown>>): boolean {
  return (payload['identity'] ?? null) !== null;
}

/** Keys of the columns that a sequence by itself is owned by. */
function serialColumns(facts: FactBase): ReadonlySet<string> {
  return new Set(
    facts.facts().flatMap(({ id, payload }) => {
      const owner = payload['ownedBy'] as Owner | null | undefined;
      return id.kind === 'sequence' && owner ? [keyOfOwner(owner)] : [];
    }),
  );
}

export interface Owner {
  readonly schema: string;
  readonly table: string;
  readonly column: string;
}

function keyOfOwner({ schema, table, column }: Owner): string {
  return keyOf({ schema, table, name: column });
}

function keyOf({ schema, table, name }: Pick<ColumnId, 'schema' | 'table' | 'name'>): string {
  return JSON.stringify([schema, table, name]);
}

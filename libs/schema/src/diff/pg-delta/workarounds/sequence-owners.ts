import type { Action, FactBase, StableId } from '@supabase/pg-delta';
import { encodeId } from '@supabase/pg-delta';

const CONNECTION = /^ALTER SEQUENCE .* OWNED BY (?!NONE$)/s;
const OWNER = /^ALTER (?:SEQUENCE|TABLE) .* OWNER TO (?:"(?:[^"]|"")*"|\w+)$/s;

/**
 * The sequence of a column belongs to the owner of its table: PostgreSQL changes both at once, refuses to change that of
 * the sequence, and connects only what has the same owner. The engine knows nothing of this.
 */
export function withSequenceOwners(
  actions: readonly Action[],
  from: FactBase,
  to: FactBase,
): Action[] {
  const connections = actions.filter(({ sql }) => CONNECTION.test(sql));
  const isNew = new Set(
    [...actions.flatMap(({ produces }) => produces), ...connections.map(subjectOf)].map(encodeId),
  );
  const isWithTable = (action: Action) => {
    if (!OWNER.test(action.sql)) return false;
    const id = subjectOf(action);
    if (id.kind !== 'sequence' || isNew.has(encodeId(id))) return false;
    const column = columnOf(id, to);
    return column !== undefined && column === columnOf(id, from);
  };
  const ordered = actions.filter((action) => !isWithTable(action));
  /** The last change of an owner, by what is owned. */
  const owners = new Map<string, number>();
  ordered.forEach((action, index) => {
    if (OWNER.test(action.sql)) owners.set(encodeId(subjectOf(action)), index);
  });
  const behind = new Map<number, Action[]>();
  const rest = ordered.map((action, index) => {
    if (!CONNECTION.test(action.sql)) return [action];
    const ends = action.consumes.map(relationOf).map(encodeId);
    const last = Math.max(...ends.map((end) => owners.get(end) ?? -1));
    if (last < index) return [action];
    behind.set(last, [...(behind.get(last) ?? []), action]);
    return [];
  });
  return rest.flatMap((own, index) => [...own, ...(behind.get(index) ?? [])]);
}

/** What a change of an owner, or a connection, is about. */
function subjectOf({ consumes }: Action): StableId {
  return consumes[0]!;
}

function relationOf(id: StableId): StableId {
  return id.kind === 'column' ? { kind: 'table', schema: id.schema, name: id.table } : id;
}

/** The column that a sequence is the sequence of. */
function columnOf(sequence: StableId, facts: FactBase): string | undefined {
  const column = facts.get(sequence)?.payload['ownedBy'];
  return column ? JSON.stringify(column) : undefined;
}

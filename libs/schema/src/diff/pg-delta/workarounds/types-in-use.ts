import type { Fact, FactBase, StableId } from '@supabase/pg-delta';
import { encodeId } from '@supabase/pg-delta';
import type { Issue } from '@rowhouse/errors';

import { UserError } from '../../../errors/errors.js';
import { namesIn } from '../../../sql/statement-names.js';
import { kindOf, objectName } from '../object-name.js';

/**
 * Refuses what PostgreSQL cannot change of a type that something uses: it would have to be dropped, and what uses it
 * with it. The engine stops at the first one, or plans a statement that PostgreSQL rejects.
 *
 * @throws {UserError} naming each type and what uses it.
 */
export function refuseTypesInUse(from: FactBase, to: FactBase, isRollback: boolean): void {
  const issues = from.facts().flatMap((before): Issue[] => {
    const after = to.get(before.id);
    const change = after && impossibleChange(before, after);
    if (!change) return [];
    const type = before.id.kind === 'typeAttribute' ? before.parent! : before.id;
    const users = usersOf(type, change, from, to);
    if (users.length === 0) return [];
    const kind = kindOf(type);
    return [
      {
        code: 'type-in-use',
        subject: `${kind} ${objectName(type)}`,
        message: `${isRollback ? 'the change cannot be rolled back: ' : ''}PostgreSQL cannot ${change.what} while ${users.join(', ')} ${users.length === 1 ? 'uses' : 'use'} it`,
        fix: `Define a ${kind} with another name, use it instead, and remove this one.`,
      },
    ];
  });
  if (issues.length > 0) throw new UserError(issues);
}

interface ImpossibleChange {
  /** The change in words, such as `change its base type`. */
  readonly what: string;
  readonly whileUsedBy: readonly StableId['kind'][];
  /** Which columns are meant; all of them by default. */
  readonly isColumn?: (column: Fact, facts: FactBase) => boolean;
}

const OF_DOMAINS = { baseType: 'its base type', collation: 'its collation' };
const OF_RANGES = {
  subtype: 'its subtype',
  subtypeOpclass: 'its operator class',
  subtypeDiff: 'its difference function',
  collation: 'its collation',
  multirangeTypeName: 'the name of its multirange type',
};

function impossibleChange(
  { id, payload: before }: Fact,
  after: Fact,
): ImpossibleChange | undefined {
  const differs = (key: string) => (before[key] ?? null) !== (after.payload[key] ?? null);
  const named = (parts: Readonly<Record<string, string>>, whileUsedBy: StableId['kind'][]) => {
    const of = Object.entries(parts).find(([key]) => differs(key))?.[1];
    return of === undefined ? undefined : { what: `change ${of}`, whileUsedBy };
  };
  if (id.kind === 'domain') return named(OF_DOMAINS, ['column', 'domain', 'type']);
  if (id.kind === 'typeAttribute') {
    return named({ type: `the type of its attribute ${id.name}` }, ['column']);
  }
  if (id.kind !== 'type') return undefined;
  if (before['variant'] === 'range') return named(OF_RANGES, ['column', 'domain', 'type']);
  const values = [before['values'], after.payload['values']] as (string[] | null | undefined)[];
  if (isWithin(values[0] ?? [], values[1] ?? [])) return undefined;
  const isSmaller = isWithin(values[1] ?? [], values[0] ?? []);
  const what = isSmaller ? 'remove a value' : 'change the order of its values, or remove one,';
  return { what, whileUsedBy: ['domain', 'type', 'column'], isColumn: isPartitionKey };
}

/** Whether a table, or a partition of it, is divided by the column. */
function isPartitionKey({ id }: Fact, facts: FactBase): boolean {
  if (id.kind !== 'column') return false;
  const isOfTable = (table: { schema: string; name: string }): boolean => {
    if (table.schema === id.schema && table.name === id.table) return true;
    const parent = facts.get({ kind: 'table', ...table })?.payload['parentTable'];
    return parent ? isOfTable(parent as typeof table) : false;
  };
  return facts.facts().some(({ id: table, payload }) => {
    const key = payload['partitionKey'];
    if (table.kind !== 'table' || typeof key !== 'string') return false;
    return namesIn(key).includes(id.name) && isOfTable({ schema: table.schema, name: table.name });
  });
}

/** Whether a list has the values of another in their order, with more between them. */
function isWithin(few: readonly string[], many: readonly string[]): boolean {
  let at = 0;
  for (const value of many) if (value === few[at]) at++;
  return at === few.length;
}

/** What is of a type before and after. */
function usersOf(
  type: StableId,
  { whileUsedBy: kinds, isColumn = () => true }: ImpossibleChange,
  from: FactBase,
  to: FactBase,
): string[] {
  const users = to
    .incomingEdges(type)
    .flatMap(({ kind, from: user }) => (kind === 'depends' ? [user] : []))
    .filter((user) => kinds.includes(user.kind) && encodeId(user) !== encodeId(type))
    .filter((user) => from.has(user) && to.has(user))
    .filter((user) => user.kind !== 'column' || isColumn(to.get(user)!, to));
  return [...new Set(users.map((user) => `${kindOf(user)} ${objectName(user)}`))].sort();
}

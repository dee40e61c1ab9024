import type { Fact, FactBase, StableId } from '@supabase/pg-delta';

import { primaryKeyColumns } from './definitions.js';
import type { Typed } from './facts.js';
import { Names } from './names.js';
import { partitionByCode } from './partition.js';
import type { Imports } from './source-code.js';

/** A table that `table()` can make. */
export interface TablePlan {
  readonly fact: Fact & { readonly id: { readonly kind: 'table'; schema: string; name: string } };
  /** The name of its constant. */
  readonly constant: string;
  /** Names of the columns in the database, in their order, with their keys. */
  readonly keys: ReadonlyMap<string, string>;
  readonly primaryKey: readonly string[];
  readonly primaryKeyFact: Fact;
  /** The option by which it is divided, if it is. */
  readonly partitionBy: string | undefined;
}

/** What the tables of a file know of each other. */
export interface TableContext {
  readonly facts: FactBase;
  readonly typed: Typed;
  readonly imports: Imports;
  /** Tables that stand before the one at hand, and itself. */
  tableOf(schema: string, name: string): TablePlan | undefined;
  enumOf(column: StableId): string | undefined;
  /** The constant of the domain of a column, or of the sequence of a default. */
  builtFor(part: StableId, kind: 'domain' | 'sequence'): string | undefined;
  /** Whether a constraint, index or policy may be typed, too: what it depends on comes before the table. */
  isEarly(part: Fact): boolean;
}

/** The plan of a table; none where `table()` cannot make it. */
export function planTable(facts: FactBase, fact: Fact, constants: Names): TablePlan | undefined {
  if (fact.id.kind !== 'table') return undefined;
  const { persistence, partitionKey, partitionBound, parentTable } = fact.payload;
  if (persistence !== 'p' || partitionBound || parentTable) return undefined;
  const children = facts.childrenOf(fact.id);
  const keyFact = children.find(
    ({ id, payload }) => id.kind === 'constraint' && payload['type'] === 'p',
  );
  const primaryKey = keyFact && primaryKeyColumns(String(keyFact.payload['def']));
  if (!keyFact || !primaryKey || keyFact.payload['validated'] !== true) return undefined;
  const keys = new Map<string, string>();
  const names = new Names(false);
  for (const { id } of columnsOf(children)) keys.set(id.name, names.take(id.name, 'column'));
  const partitionBy =
    typeof partitionKey === 'string'
      ? partitionByCode(partitionKey, (column) => keys.get(column))
      : undefined;
  if (partitionKey !== null && partitionBy === undefined) return undefined;
  return {
    fact: fact as TablePlan['fact'],
    constant: constants.take(fact.id.name, 'table'),
    keys,
    primaryKey,
    primaryKeyFact: keyFact,
    partitionBy,
  };
}

export type ColumnFact = Fact & { readonly id: { readonly kind: 'column'; readonly name: string } };

/** The columns of a table, in their order. */
export function columnsOf(children: readonly Fact[]): ColumnFact[] {
  return children
    .filter((child): child is ColumnFact => child.id.kind === 'column')
    .sort((a, b) => Number(a.payload['_position']) - Number(b.payload['_position']));
}

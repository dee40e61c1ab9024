import type { DependencyEdge, Fact, FactBase, StableId } from '@supabase/pg-delta';
import { encodeId } from '@supabase/pg-delta';

import { CatalogFacts, dependenciesOf, isGenerated } from './facts.js';
import { Needs } from './needs.js';

/**
 * The desired facts with the generated columns of each new table as plain columns, whose type says how they are computed.
 * The engine writes plain columns into `CREATE TABLE`, in the order of the code, and adds generated ones later. It adds
 * all columns of a table that inherits others, so those only move to their place among them.
 *
 * The table then depends on all that the expression needs. A column whose expression needs the table itself, by way of a
 * function, is left to the engine.
 */
export function withGeneratedColumns(source: FactBase, desired: FactBase): FactBase {
  const columns = desired
    .facts()
    .filter((fact) => isGenerated(fact) && isNew(fact.parent!, source, desired));
  if (columns.length === 0) return desired;
  const needs = new Needs(source, desired);
  const placed = new Map<string, Fact>();
  const added: DependencyEdge[] = [];
  for (const column of columns) {
    const table = column.parent!;
    const needed = needs.before(table, expressionNeeds(column, table, desired));
    if (!needed) continue;
    placed.set(encodeId(column.id), inherits(table, desired) ? column : asPlain(column));
    added.push(...needed.map((to) => ({ from: table, to, kind: 'depends' as const })));
  }
  // What the table depends on comes before it: an edge of the column as well would put it behind other columns.
  const edges = desired.edges.filter(({ from, to, kind }) => {
    const column = kind === 'depends' ? placed.get(encodeId(from)) : undefined;
    return !column || (isGenerated(column) && to.kind === 'column');
  });
  const facts = desired.facts().map((fact) => placed.get(encodeId(fact.id)) ?? fact);
  return new CatalogFacts(facts, [...edges, ...added]);
}

/** The engine writes the columns of a partitioned table into its statement in their order, and partitions have theirs from it. */
function isNew(id: StableId, source: FactBase, desired: FactBase): boolean {
  if (id.kind !== 'table' || source.has(id)) return false;
  const { partitionBound = null, partitionKey = null } = desired.get(id)?.payload ?? {};
  return partitionBound === null && partitionKey === null;
}

function inherits(table: StableId, desired: FactBase): boolean {
  return (desired.get(table)?.payload['parentTable'] ?? null) !== null;
}

/** What the column needs other than columns of its table, with what these need: they must be in the statement, too. */
function expressionNeeds({ id }: Fact, table: StableId, desired: FactBase): StableId[] {
  const own = new Set(desired.childrenOf(table).map((part) => encodeId(part.id)));
  const isOwn = (other: StableId) => own.has(encodeId(other));
  const columns = [id, ...dependenciesOf(id, desired).filter(isOwn)];
  const parts = columns.flatMap((column) => desired.childrenOf(column)).map((fact) => fact.id);
  return [...columns, ...parts.filter(({ kind }) => kind === 'default')]
    .flatMap((part) => dependenciesOf(part, desired))
    .filter((other) => !isOwn(other));
}

function asPlain(column: Fact): Fact {
  const { type, collation, generatedExpr } = column.payload;
  const collated = typeof collation !== 'string' ? '' : ` COLLATE ${collation}`;
  const written = `${String(type)}${collated} GENERATED ALWAYS AS (${String(generatedExpr)}) STORED`;
  const payload = { ...column.payload, type: written, collation: null, generatedExpr: null };
  return { ...column, payload };
}

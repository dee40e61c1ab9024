import type { Fact, StableId } from '@supabase/pg-delta';

import type { QualifiedName } from '../../sql/identifier.js';
import type { TableFacts } from '../engine.js';
import type { Catalog } from './catalog.js';

/** What of the tables of a catalog decides in which way they may be changed. */
export function tableFacts({ facts, serverMajor }: Catalog): TableFacts {
  const all = facts.facts();
  const tables = all.filter(({ id }) => id.kind === 'table');
  const partitions = new Map<string, QualifiedName[]>();
  for (const { id, payload } of tables) {
    if ((payload['partitionKey'] ?? null) !== null) partitions.set(keyOf(nameOf(id)), []);
  }
  for (const { id, payload } of tables) {
    if ((payload['partitionBound'] ?? null) === null) continue;
    const parent = payload['parentTable'] as QualifiedName | null;
    if (parent) partitions.get(keyOf(parent))?.push(nameOf(id));
  }
  const indexes = new Map(
    all.flatMap(({ id, parent }) =>
      id.kind === 'index' && parent ? [[keyOf(id), nameOf(parent)] as const] : [],
    ),
  );
  const isComposite = (fact: Fact | undefined) => fact?.payload['variant'] === 'composite';
  /** Of a column, or of a domain. */
  const holdsRows = (id: StableId): boolean =>
    facts
      .outgoingEdges(id)
      .some(
        ({ to }) =>
          to.kind === 'table' ||
          (to.kind === 'type' && isComposite(facts.get(to))) ||
          (to.kind === 'domain' && holdsRows(to)),
      );
  return {
    serverMajor,
    partitionsOf: (table) => partitions.get(keyOf(table)),
    tableOfIndex: (index) => indexes.get(keyOf(index)),
    isComposite: ({ schema, name: table }, name) =>
      holdsRows({ kind: 'column', schema, table, name }),
  };
}

function nameOf(id: StableId): QualifiedName {
  const { schema, name } = id as QualifiedName & StableId;
  return { schema, name };
}

function keyOf({ schema, name }: QualifiedName): string {
  return JSON.stringify([schema, name]);
}

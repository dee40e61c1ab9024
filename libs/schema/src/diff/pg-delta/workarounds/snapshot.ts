import type { DependencyEdge, FactBase, StableId } from '@supabase/pg-delta';
import { parseId } from '@supabase/pg-delta/core';

import { CatalogFacts } from './facts.js';

/** What the engine writes of a catalog. */
interface Snapshot {
  readonly formatVersion: number;
  readonly pgVersion: string;
  readonly digest: string;
  readonly facts: readonly {
    readonly id: string;
    readonly parent?: string;
    readonly payload: Record<string, never>;
  }[];
  readonly edges: readonly {
    readonly from: string;
    readonly to: string;
    readonly kind: DependencyEdge['kind'];
  }[];
}

/**
 * Reads what the engine's `serializeSnapshot` wrote. The engine parses an id each time that it stands in the text, which is
 * four times, and one character at a time.
 *
 * @throws {Error} when the text was edited or cut.
 */
export function readSnapshot(text: string): { readonly facts: FactBase; readonly version: string } {
  const snapshot = JSON.parse(text) as Snapshot;
  const ids = new Map<string, StableId>();
  const idOf = (encoded: string): StableId => {
    const id = ids.get(encoded) ?? parseId(encoded);
    ids.set(encoded, id);
    return id;
  };
  const facts = new CatalogFacts(
    snapshot.facts.map(({ id, parent, payload }) => ({
      id: idOf(id),
      ...(parent !== undefined && { parent: idOf(parent) }),
      payload,
    })),
    snapshot.edges.map(({ from, to, kind }) => ({ from: idOf(from), to: idOf(to), kind })),
  );
  if (snapshot.formatVersion !== 1 || facts.rootHash !== snapshot.digest) {
    throw new Error('the catalog was edited, or another version wrote it');
  }
  return { facts, version: snapshot.pgVersion };
}

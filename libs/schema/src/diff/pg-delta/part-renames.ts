import type { Fact, StableId } from '@supabase/pg-delta';
import { encodeId } from '@supabase/pg-delta/core';

import type { PartRename } from '../engine.js';
import type { Catalog } from './catalog.js';

/**
 * Constraints, indexes and owned sequences that differ from the target's in nothing but their name.
 */
export function partRenames(from: Catalog, to: Catalog): PartRename[] {
  const wanted = new Map<string, Fact[]>();
  for (const fact of to.facts.facts()) {
    const shape = shapeOf(fact);
    if (shape === undefined || from.facts.has(fact.id)) continue;
    wanted.set(shape, [...(wanted.get(shape) ?? []), fact]);
  }
  return from.facts.facts().flatMap((fact): PartRename[] => {
    const shape = shapeOf(fact);
    if (shape === undefined || to.facts.has(fact.id)) return [];
    const match = wanted.get(shape)?.shift();
    return match ? [renameOf(fact.id, (match.id as { name: string }).name)] : [];
  });
}

/** All but the name of a part; equal for two that may be one renamed. */
function shapeOf({ id, parent, payload }: Fact): string | undefined {
  switch (id.kind) {
    case 'constraint':
      return JSON.stringify(['constraint', encodeId(parent!), payload['def']]);
    case 'index':
      return JSON.stringify([
        'index',
        encodeId(parent!),
        withoutName(String(payload['def']), id.name),
        payload['valid'],
      ]);
    case 'sequence':
      return payload['ownedBy'] === null || payload['ownedBy'] === undefined
        ? undefined
        : JSON.stringify(['sequence', payload['ownedBy'], payload['dataType']]);
    default:
      return undefined;
  }
}

function renameOf(id: StableId, to: string): PartRename {
  const { kind, schema, name, table } = id as {
    kind: PartRename['kind'];
    schema: string;
    name: string;
    table?: string;
  };
  return { kind, schema, from: name, to, ...(table === undefined ? {} : { table }) };
}

/**
 * The engine reads an index as PostgreSQL words it, `CREATE INDEX name ON table …`, so that one with
 * another name is another index. PostgreSQL quotes no space into ` ON `.
 */
function withoutName(definition: string, name: string): string {
  const quoted = `"${name.replaceAll('"', '""')}"`;
  for (const written of [`INDEX ${quoted} ON `, `INDEX ${name} ON `]) {
    if (definition.includes(written)) return definition.replace(written, () => 'INDEX ON ');
  }
  return definition;
}

import type { FactBase } from '@supabase/pg-delta';

import { quoteIdentifier } from '../../../sql/identifier.js';
import type { MigrationStep } from '../../../steps/index.js';

interface ExtensionId {
  readonly kind: 'extension';
  readonly name: string;
}

/**
 * The engine names the schema of some extensions alone. The others would come into the first schema of the search path,
 * which a script sets to `pg_catalog`.
 */
export function extensionSteps(id: ExtensionId, to: FactBase): MigrationStep[] {
  const schema = quoteIdentifier(schemaOf(id, to));
  const sql = `CREATE EXTENSION IF NOT EXISTS ${quoteIdentifier(id.name)} SCHEMA ${schema}`;
  return [...schemaSteps(id, to), { sql, verb: 'create', kind: 'extension', object: id.name }];
}

/** What makes the schema of an extension, which the engine takes to be there. */
export function schemaSteps(id: ExtensionId, to: FactBase): MigrationStep[] {
  const schema = schemaOf(id, to);
  if (schema === 'public' || to.has({ kind: 'schema', name: schema })) return [];
  const sql = `CREATE SCHEMA IF NOT EXISTS ${quoteIdentifier(schema)}`;
  return [{ sql, verb: 'create', kind: 'schema', object: schema }];
}

/** Whether an extension is among objects of a schema that goes: PostgreSQL drops no schema that has something in it. */
export function goesWithSchema(name: string, from: FactBase, to: FactBase): boolean {
  const schema = { kind: 'schema', name: schemaOf({ kind: 'extension', name }, from) } as const;
  return from.has(schema) && !to.has(schema);
}

function schemaOf(id: ExtensionId, to: FactBase): string {
  return String(to.get(id)?.payload['schema'] ?? 'public');
}

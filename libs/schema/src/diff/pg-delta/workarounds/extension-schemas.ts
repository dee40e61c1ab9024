import type { FactBase } from '@supabase/pg-delta';

import { quoteIdentifier } from '../../../sql/identifier.js';
import type { MigrationStep } from '../../../steps/index.js';

/**
 * The engine names the schema of some extensions alone, and takes it to be there. The others would come
 * into the first schema of the search path, which a script sets to `pg_catalog`.
 */
export function extensionSteps(
  id: { readonly kind: 'extension'; readonly name: string },
  to: FactBase,
): MigrationStep[] {
  const schema = String(to.get(id)?.payload['schema'] ?? 'public');
  const create = `CREATE EXTENSION IF NOT EXISTS ${quoteIdentifier(id.name)} SCHEMA ${quoteIdentifier(schema)}`;
  const isThere = schema === 'public' || to.has({ kind: 'schema', name: schema });
  return [
    ...(isThere
      ? []
      : [
          {
            sql: `CREATE SCHEMA IF NOT EXISTS ${quoteIdentifier(schema)}`,
            verb: 'create',
            kind: 'schema',
            object: schema,
          } as const,
        ]),
    { sql: create, verb: 'create', kind: 'extension', object: id.name },
  ];
}

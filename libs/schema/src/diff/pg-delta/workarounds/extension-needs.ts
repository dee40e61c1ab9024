import type { DependencyEdge, FactBase, StableId } from '@supabase/pg-delta';
import type pg from 'pg';

/** Which extensions need which others. The engine does not know, and orders them by their names. */
export async function extensionNeeds(
  client: pg.ClientBase,
  facts: FactBase,
): Promise<readonly DependencyEdge[]> {
  const { rows } = await client.query<{ name: string; needs: string }>(
    `SELECT e.extname AS name, o.extname AS needs
     FROM pg_catalog.pg_depend d
     JOIN pg_catalog.pg_extension e ON e.oid = d.objid
     JOIN pg_catalog.pg_extension o ON o.oid = d.refobjid
     WHERE d.classid = 'pg_extension'::regclass AND d.refclassid = 'pg_extension'::regclass
     ORDER BY 1, 2`,
  );
  const idOf = (name: string): StableId => ({ kind: 'extension', name });
  return rows
    .map(({ name, needs }) => ({ from: idOf(name), to: idOf(needs), kind: 'depends' as const }))
    .filter(({ from, to }) => facts.has(from) && facts.has(to));
}

import type { DependencyEdge, FactBase, StableId } from '@supabase/pg-delta';
import type pg from 'pg';

/** Which defaults take numbers from the identity of another column. The engine leaves out the sequences of identities. */
export async function identityUses(
  client: pg.ClientBase,
  facts: FactBase,
): Promise<readonly DependencyEdge[]> {
  const { rows } = await client.query<{ from: ColumnId; to: ColumnId }>(
    `SELECT ${columnId('d.adrelid', 'd.adnum')} AS from, ${columnId('own.refobjid', 'own.refobjsubid')} AS to
     FROM pg_catalog.pg_attrdef d
     JOIN pg_catalog.pg_depend uses
       ON uses.classid = 'pg_attrdef'::regclass AND uses.objid = d.oid AND uses.refclassid = 'pg_class'::regclass
     JOIN pg_catalog.pg_depend own
       ON own.classid = 'pg_class'::regclass AND own.objid = uses.refobjid AND own.deptype = 'i'
       AND own.refclassid = 'pg_class'::regclass AND own.refobjsubid > 0
     ORDER BY 1, 2`,
  );
  return rows
    .map(({ from, to }) => ({
      from: { kind: 'default', ...from } satisfies StableId,
      to: { kind: 'column', ...to } satisfies StableId,
      kind: 'depends' as const,
    }))
    .filter(({ from, to }) => facts.has(from) && facts.has(to));
}

interface ColumnId {
  readonly schema: string;
  readonly table: string;
  readonly name: string;
}

function columnId(table: string, number: string): string {
  return `(SELECT jsonb_build_object('schema', n.nspname, 'table', c.relname, 'name', a.attname)
     FROM pg_catalog.pg_class c
     JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
     JOIN pg_catalog.pg_attribute a ON a.attrelid = c.oid
     WHERE c.oid = ${table} AND a.attnum = ${number})`;
}

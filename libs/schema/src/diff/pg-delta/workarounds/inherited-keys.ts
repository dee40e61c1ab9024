import type { Action, FactBase, StableId } from '@supabase/pg-delta';

import { quoteIdentifier, quoteQualified, type QualifiedName } from '../../../sql/identifier.js';
import { NAME, namesIn } from '../../../sql/statement-names.js';
import type { MigrationStep } from '../../../steps/index.js';
import { objectName } from '../object-name.js';

const PRIMARY_KEY = new RegExp(`^PRIMARY KEY \\((${NAME}(?:, ${NAME})*)\\)`, 'u');

/**
 * What follows when a table that inherits its columns, such as a partition, loses a primary key of its own: PostgreSQL
 * leaves the columns NOT NULL, and the engine does not read columns that are inherited.
 */
export function nullableAgain(action: Action, id: StableId, from: FactBase): MigrationStep[] {
  if (action.verb !== 'drop' || id.kind !== 'constraint') return [];
  const table = { schema: id.schema, name: id.table };
  const definition = String(from.get(id)?.payload['def']);
  const columns = PRIMARY_KEY.exec(definition)?.[1] ?? '';
  return namesIn(columns)
    .filter((name) => isInheritedNullable(table, name, from))
    .map((name) => ({
      sql: `ALTER TABLE ${quoteQualified(table)} ALTER COLUMN ${quoteIdentifier(name)} DROP NOT NULL`,
      verb: 'alter',
      kind: 'column',
      object: objectName({ kind: 'column', schema: id.schema, table: id.table, name }),
      relation: objectName({ kind: 'table', ...table }),
    }));
}

function isInheritedNullable(table: QualifiedName, column: string, facts: FactBase): boolean {
  const parent = facts.get({ kind: 'table', ...table })?.payload['parentTable'] as
    QualifiedName | null | undefined;
  if (!parent) return false;
  const id: StableId = { kind: 'column', schema: parent.schema, table: parent.name, name: column };
  const above = facts.get(id);
  return above ? above.payload['notNull'] === false : isInheritedNullable(parent, column, facts);
}

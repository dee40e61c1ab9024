import { is, Table, type Column } from 'drizzle-orm';
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import { text, type Issue } from '@rowhouse/errors';

import { SchemaValidationError } from '../errors/errors.js';

import type { GrantDefinition } from '../metadata/definitions.js';
import type { Metadata } from '../metadata/metadata.js';
import { readableObject, serialSequenceName, type QualifiedName } from '../sql/identifier.js';
import type { ViewSecurity } from '../views/view-ddl.js';
import type { RestGrant } from './grants.js';
import { hasOwnSequence, type RestColumn } from './view-columns.js';

/**
 * Refuses a view over a table with row-level security unless somebody has said whose rights it has: as
 * its owner's, it would show each role every row.
 *
 * @param columns The columns that the view reads.
 * @throws SchemaValidationError with both ways out.
 */
export function refuseUnsaidSecurity(
  source: PgTable,
  columns: Iterable<Column>,
  subject: string,
): void {
  const tables = new Set([source, ...[...columns].map(({ table }) => table)]);
  const guarded = [...tables].filter(
    (table): table is PgTable => is(table, PgTable) && hasPolicies(table),
  );
  if (guarded.length === 0) return;
  const names = [...new Set(guarded.map((table) => readableObject(nameOf(table))))];
  throw new SchemaValidationError([
    {
      code: 'unsaid-security',
      subject,
      path: ['security'],
      message: `missing, but the view reads ${names.join(' and ')}, which has row-level security`,
      fix: text`Add security: ${'invoker'} to apply the policies of the role that queries the view. Or add security: ${'definer'} to show every role all rows that the view selects. To set it for all views, use new RestExtension({ security }).`,
    },
  ]);
}

function hasPolicies(table: PgTable): boolean {
  const { enableRLS, policies } = getTableConfig(table);
  return enableRLS || policies.length > 0;
}

/** What a view that runs with the rights of its caller needs granted on what is behind it. */
export interface InvokerView {
  readonly columns: readonly RestColumn[];
  readonly table: QualifiedName;
  readonly triggerSchema: string;
  readonly tellsHidden: boolean;
  /** The columns that the view and its triggers read. */
  readonly read: Iterable<Column>;
  readonly grants: Readonly<Record<string, readonly RestGrant[]>>;
}

/**
 * Registers the grants that callers need on the tables behind a view, column by column. Migrations do not support
 * privileges on columns of a materialized view: it is granted as a whole.
 */
export function grantToInvokers(metadata: Metadata, view: InvokerView): void {
  const isStored = (table: QualifiedName) => metadata.relation(table)?.isMaterialized === true;
  for (const [role, privileges] of Object.entries(view.grants)) {
    for (const grant of grantsFor(view, privileges, isStored))
      metadata.registerGrant({ ...grant, to: role });
  }
}

function grantsFor(
  { columns, table, triggerSchema, tellsHidden, read }: InvokerView,
  privileges: readonly RestGrant[],
  isStored: (table: QualifiedName) => boolean,
): readonly Omit<GrantDefinition, 'to'>[] {
  const on = { kind: 'table', ...table } as const;
  const own = columns.filter(({ writable }) => writable).map(({ source }) => source!);
  const names = own.map(({ name }) => name);
  const serial = own.filter((column) => hasOwnSequence(column) && !column.generatedIdentity);
  return [
    ...byTable(read).flatMap(([from, columnsOfTable]): Omit<GrantDefinition, 'to'>[] => [
      { on: { kind: 'schema', name: from.schema }, privileges: ['usage'] },
      {
        on: { kind: 'table', ...from },
        privileges: ['select'],
        ...(isStored(from) ? {} : { columns: columnsOfTable }),
      },
    ]),
    ...(privileges.includes('insert')
      ? [
          { on, privileges: ['insert'], columns: names },
          ...serial.map(({ name }): Omit<GrantDefinition, 'to'> => {
            const sequence = { schema: table.schema, name: serialSequenceName(table.name, name) };
            return { on: { kind: 'sequence', ...sequence }, privileges: ['usage'] };
          }),
        ]
      : []),
    ...(privileges.includes('update') ? [{ on, privileges: ['update'], columns: names }] : []),
    ...(privileges.includes('delete') ? [{ on, privileges: ['delete'] }] : []),
    ...(tellsHidden && privileges.some((privilege) => privilege !== 'select')
      ? ([
          { on: { kind: 'schema', name: triggerSchema }, privileges: ['usage'] },
          {
            on: { kind: 'function', schema: triggerSchema, name: 'raise_error' },
            privileges: ['execute'],
          },
        ] as const)
      : []),
  ];
}

/** The names of columns by their table, in a fixed order. */
function byTable(columns: Iterable<Column>): readonly (readonly [QualifiedName, string[]])[] {
  const tables = new Map<string, { table: QualifiedName; names: Set<string> }>();
  for (const column of columns) {
    if (!is(column.table, Table)) continue;
    const table = nameOf(column.table);
    const key = JSON.stringify([table.schema, table.name]);
    const entry = tables.get(key) ?? { table, names: new Set<string>() };
    tables.set(key, entry);
    entry.names.add(column.name);
  }
  return [...tables.values()].map(({ table, names }) => [table, [...names].sort()] as const);
}

/** The name under which the database knows a table, whatever alias a query has given it. */
function nameOf(table: Table): QualifiedName {
  const { schema = 'public' } = getTableConfig(table as PgTable);
  const { [ORIGINAL_NAME]: name } = table as unknown as Record<typeof ORIGINAL_NAME, string>;
  return { schema, name };
}

/** Drizzle's own key, which it keeps under an alias. */
const ORIGINAL_NAME = Symbol.for('drizzle:OriginalName');

/** What stands in the way of writes by roles that cannot read what they have written. */
export function unreadableWrites(
  grants: Readonly<Record<string, readonly RestGrant[]>>,
  security: ViewSecurity,
  subject: string,
): readonly Issue[] {
  if (security !== 'invoker') return [];
  return Object.entries(grants).flatMap(([role, privileges]) =>
    privileges.includes('select')
      ? []
      : [
          {
            code: 'unreadable-write',
            subject,
            message: text`grants ${privileges} to the role ${role} without ${'select'}, but a view with security: ${'invoker'} reads written rows with the privileges of that role`,
            fix: text`Add ${'select'}.`,
          },
        ],
  );
}

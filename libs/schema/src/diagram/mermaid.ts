import { getTableConfig, type ForeignKey, type PgColumn } from 'drizzle-orm/pg-core';

import type { Metadata } from '../metadata/metadata.js';
import type { TableShape } from '../metadata/shape.js';
import type { QualifiedName } from '../sql/identifier.js';
import { columnType } from '../table/column-ddl.js';

interface Table extends QualifiedName, TableShape {
  readonly config: ReturnType<typeof getTableConfig>;
}

/** The tables and foreign keys of `metadata` as an entity relationship diagram of Mermaid. */
export function mermaidDiagram(metadata: Metadata): string {
  const tables = metadata.objects().flatMap(({ table, schema, name }): Table[] => {
    if (!table) return [];
    const { table: of, primaryKey, comment, columnComments } = table;
    const config = getTableConfig(of);
    return [{ schema, name, table: of, primaryKey, comment, columnComments, config }];
  });
  return [
    'erDiagram',
    ...tables.flatMap(entity),
    ...tables.flatMap((table) => table.config.foreignKeys.map((key) => relation(table, key))),
    '',
  ].join('\n');
}

function entity(table: Table): string[] {
  const columns = table.config.columns.map((column) => {
    const keys = keysOf(table, column);
    return [
      `    ${word(shortType(column))} ${word(column.name)}`,
      ...(keys.length > 0 ? [keys.join(', ')] : []),
      ...(column.notNull || table.primaryKey.includes(column) ? [] : ['"NULL"']),
    ].join(' ');
  });
  return [`  ${entityName(table)} {`, ...columns, '  }'];
}

function keysOf({ primaryKey, config }: Table, column: PgColumn): string[] {
  const refers = config.foreignKeys.some((key) =>
    key.reference().columns.some(({ name }) => name === column.name),
  );
  return [
    ...(primaryKey.includes(column) ? ['PK'] : []),
    ...(refers ? ['FK'] : []),
    ...(isUnique(config, [column.name]) ? ['UK'] : []),
  ];
}

/** A line from the table that is referred to, to the one that refers. */
function relation(table: Table, key: ForeignKey): string {
  const { columns, foreignTable } = key.reference();
  const { name, schema = 'public' } = getTableConfig(foreignTable);
  const names = columns.map((column) => column.name);
  const isKey = table.primaryKey.every((column) => names.includes(column.name));
  const one = columns.every((column) => column.notNull) ? '||' : '|o';
  const many = isKey || isUnique(table.config, names) ? 'o|' : 'o{';
  return `  ${entityName({ schema, name })} ${one}--${many} ${entityName(table)} : ${quoted(names.join(', '))}`;
}

function isUnique(config: Table['config'], names: readonly string[]): boolean {
  return (
    config.columns.some((column) => column.isUnique && names.includes(column.name)) ||
    config.uniqueConstraints.some(({ columns }) =>
      columns.every((column) => names.includes(column.name)),
    )
  );
}

/** Types are words in a diagram: without sizes, and in PostgreSQL's short form. */
function shortType(column: PgColumn): string {
  return columnType(column)
    .replace(/^"[^"]*"\."([^"]*)"/, '$1')
    .replace(/ ?\([^)]*\)/, '')
    .replace(/^(time(?:stamp)?) with time zone/, '$1tz');
}

function entityName({ schema, name }: QualifiedName): string {
  const full = schema === 'public' ? name : `${schema}.${name}`;
  return /^[A-Za-z_]\w*$/.test(full) ? full : quoted(full);
}

/** No quote can stand in a quoted name. */
function quoted(text: string): string {
  return `"${text.replaceAll('"', "'").replace(/[%\\\r\n]/g, '_')}"`;
}

function word(text: string): string {
  return text.replace(/[^A-Za-z0-9_[\]\u{c0}-\u{ffff}]/gu, '_').replace(/^(?=[\d[\]])/, '_');
}

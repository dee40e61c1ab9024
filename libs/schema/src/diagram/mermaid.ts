import type { DrawnTable, Drawing, Reference } from './tables.js';

/** Tables and foreign keys as an entity relationship diagram of Mermaid. */
export function mermaidDiagram({ tables, references }: Drawing): string {
  return ['erDiagram', ...tables.flatMap(entity), ...references.map(relation), ''].join('\n');
}

function entity({ name, columns }: DrawnTable): string[] {
  const lines = columns.map((column) =>
    [
      `    ${word(column.type)} ${word(column.name)}`,
      ...(column.keys.length > 0 ? [column.keys.join(', ')] : []),
      ...(column.nullable ? ['"NULL"'] : []),
    ].join(' '),
  );
  return [`  ${entityName(name)} {`, ...lines, '  }'];
}

/** A line from the table that is referred to, to the one that refers. */
function relation({ from, to, columns, optional, many }: Reference): string {
  const line = `${optional ? '|o' : '||'}--${many ? 'o{' : 'o|'}`;
  return `  ${entityName(to)} ${line} ${entityName(from)} : ${quoted(columns.join(', '))}`;
}

function entityName(name: string): string {
  return /^[A-Za-z_]\w*$/.test(name) ? name : quoted(name);
}

/** No quote can stand in a quoted name. */
function quoted(text: string): string {
  return `"${text.replaceAll('"', "'").replace(/[%\\\r\n]/g, '_')}"`;
}

/** Types and names of columns are words in a diagram. */
function word(text: string): string {
  return text.replace(/[^A-Za-z0-9_[\]\u{c0}-\u{ffff}]/gu, '_').replace(/^(?=[\d[\]])/, '_');
}

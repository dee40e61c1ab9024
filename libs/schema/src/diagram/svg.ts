import type { DrawnTable, Drawing, Reference } from './tables.js';

/** Tables and foreign keys as a picture, laid out by Graphviz. */
export async function svgDiagram(drawing: Drawing): Promise<string> {
  const { instance } = await import('@viz-js/viz');
  const svg = (await instance()).renderString(graph(drawing), { format: 'svg', engine: 'dot' });
  // Without the comment of Graphviz, which names its version.
  return svg.slice(svg.indexOf('<svg')).replaceAll('font-family="Courier,monospace"', FONT);
}

/** Letters of any such font are as wide as those of Courier, which the tables are laid out for. */
const FONT = 'font-family="ui-monospace,Menlo,Consolas,DejaVu Sans Mono,monospace"';

/** The drawing in Graphviz's language: tables that are referred to stand to the left of those that refer. */
function graph({ tables, references }: Drawing): string {
  const ids = new Map(tables.map(({ name }, index) => [name, `t${index}`]));
  return [
    'digraph {',
    'graph [rankdir=LR, nodesep=0.3, ranksep=0.9, bgcolor=white, pad=0.3]',
    'node [shape=plain, fontname="Courier", fontsize=11, fontcolor="#1f2933"]',
    'edge [dir=both, color="#52606d", arrowsize=0.8]',
    ...tables.map(
      (table) => `${ids.get(table.name)!} [tooltip=${quoted(table.name)}, label=<${box(table)}>]`,
    ),
    ...references.flatMap((reference) => line(reference, tables, ids)),
    ...rowsOfOthers({ tables, references }, ids),
    '}',
  ].join('\n');
}

/** Tables without foreign keys would stand above each other: each row of them is tied together, unseen. */
function rowsOfOthers({ tables, references }: Drawing, ids: ReadonlyMap<string, string>): string[] {
  const tied = new Set(references.flatMap(({ from, to }) => (from === to ? [] : [from, to])));
  const others = tables.filter(({ name }) => !tied.has(name)).map(({ name }) => ids.get(name)!);
  return others.flatMap((id, index) =>
    index % IN_A_ROW === 0 ? [] : [`${others[index - 1]!} -> ${id} [style=invis]`],
  );
}

const IN_A_ROW = 4;

function box({ name, columns }: DrawnTable): string {
  const rows = columns.map(({ name: column, type, keys, nullable }, index) =>
    [
      '<TR>',
      `<TD ALIGN="LEFT" PORT="l${index}"><FONT COLOR="#9a3412" POINT-SIZE="9">${keys.join(' ') || ' '}</FONT></TD>`,
      `<TD ALIGN="LEFT">${keys.includes('PK') ? `<B>${shown(column)}</B>` : shown(column)}</TD>`,
      `<TD ALIGN="LEFT" PORT="r${index}"><FONT COLOR="#52606d">${shown(type)}${nullable ? ' NULL' : ''}</FONT></TD>`,
      '</TR>',
    ].join(''),
  );
  return [
    '<TABLE BORDER="1" CELLBORDER="0" CELLSPACING="0" CELLPADDING="3" COLOR="#7b8794" BGCOLOR="white">',
    `<TR><TD COLSPAN="3" BGCOLOR="#dbe7f3"><B>${shown(name)}</B></TD></TR>`,
    ...rows,
    '</TABLE>',
  ].join('');
}

/** From the column that is referred to, to that which refers: a crow's foot for many. */
function line(
  { from, to, columns, targets, optional, many }: Reference,
  tables: readonly DrawnTable[],
  ids: ReadonlyMap<string, string>,
): string[] {
  // A table of others is not drawn.
  if (!ids.has(to)) return [];
  const row = (table: string, column: string) =>
    tables.find(({ name }) => name === table)!.columns.findIndex(({ name }) => name === column);
  const [start, own] = [row(to, targets[0]!), row(from, columns[0]!)];
  // A line back to the own table keeps to one side.
  const port = from === to ? `l${start}:w` : `r${start}:e`;
  const way = `${ids.get(to)!}:${port} -> ${ids.get(from)!}:l${own}:w`;
  const tip = quoted(`${from} (${columns.join(', ')}) → ${to} (${targets.join(', ')})`);
  const ends = `arrowtail=${optional ? 'teeodot' : 'teetee'}, arrowhead=${many ? 'crowodot' : 'teeodot'}`;
  return [`${way} [${ends}, edgetooltip=${tip}]`];
}

function shown(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

function quoted(text: string): string {
  return `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
}

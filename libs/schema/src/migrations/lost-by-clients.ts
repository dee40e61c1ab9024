import { text, type Text, unquoted } from '@rowhouse/errors';

import { pgDelta, type Catalog, type ViewFacts } from '../diff/index.js';
import { parseSql } from '../sql/parser.js';

/** What the clients of a view can no longer use, by its name, such as `api.books`. */
export type LostByClients = ReadonlyMap<string, readonly Text[]>;

/** What views that stay lose: the script makes them anew, and does not say what they had before. */
export async function lostByClients(before: Catalog, after: Catalog): Promise<LostByClients> {
  const there = new Map(pgDelta.views(after).map((view) => [nameOf(view), view]));
  const lost = new Map<string, readonly Text[]>();
  for (const view of pgDelta.views(before)) {
    const next = there.get(nameOf(view));
    if (!next || JSON.stringify(next) === JSON.stringify(view)) continue;
    const kept = new Set(await columnsOf(next));
    const columns = (await columnsOf(view)).filter((column) => !kept.has(column));
    const privileges = view.privileges.filter((one) => !next.privileges.includes(one));
    const name = unquoted(nameOf(view));
    lost.set(nameOf(view), [
      ...columns.map(
        (column) =>
          text`API clients and code that use the column ${unquoted(column)} of ${name} fail`,
      ),
      ...privileges.map(
        (one) =>
          text`API clients and code that use the privilege of ${unquoted(one)} on ${name} fail`,
      ),
    ]);
  }
  return lost;
}

function nameOf({ schema, name }: ViewFacts): string {
  return `${schema}.${name}`;
}

/** The names of the columns that a view has, in the words of PostgreSQL: each is named, or is a column. */
async function columnsOf({ definition }: ViewFacts): Promise<string[]> {
  const [statement] = await parseSql(definition);
  if (!statement?.node || !('SelectStmt' in statement.node)) return [];
  let select = statement.node.SelectStmt;
  while (select.larg) select = select.larg;
  return (select.targetList ?? []).flatMap((target): string[] => {
    if (!('ResTarget' in target)) return [];
    const { name, val } = target.ResTarget;
    if (name !== undefined) return [name];
    const last = val && 'ColumnRef' in val ? val.ColumnRef.fields?.at(-1) : undefined;
    return last && 'String' in last ? [last.String.sval ?? ''] : [];
  });
}

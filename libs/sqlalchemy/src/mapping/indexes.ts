import type { IndexFacts, Known } from '../facts.js';
import { isUnknown } from '../facts.js';
import { asFlag, unknownAt } from './known.js';
import type { Mapping } from './mapped-class.js';
import { owner } from './mapped-class.js';
import { columnKeyword, readColumnName } from './said.js';
import { namedColumns } from './table-args.js';

/** The indexes of the class's table that are no keys; unknown where there may be more. */
export function indexesOf(mapping: Mapping): Known<readonly IndexFacts[]> {
  const table = owner(mapping);
  const { unclear, indexes } = table.arguments;
  if (unclear) return unknownAt(unclear.reason, unclear.origin);
  const [hidden] = [...table.incomplete, ...mapping.incomplete];
  if (hidden) return hidden;
  const found: IndexFacts[] = [];
  for (const definition of mapping === table ? table.local : [...table.local, ...mapping.local]) {
    const { origin } = definition;
    const name = readColumnName(definition);
    const flag = asFlag(columnKeyword(definition, 'index'), origin);
    if (isUnknown(flag)) return flag;
    const isKey = asFlag(columnKeyword(definition, 'unique'), origin) === true;
    if (!flag || name === undefined || isKey) continue;
    found.push({ columns: [name], at: origin.source.place(origin.offset) });
  }
  for (const item of indexes) {
    if (item.open) return unknownAt(item.open.reason, item.open.origin);
    const columns: string[] = [];
    for (const each of item.args.slice(1)) {
      const names = namedColumns([each], table, item);
      if (isUnknown(names)) break;
      columns.push(...names);
    }
    found.push({ columns, at: item.origin.source.place(item.origin.offset) });
  }
  return found;
}

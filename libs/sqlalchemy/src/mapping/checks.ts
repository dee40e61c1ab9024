import type { Call } from '../evaluate/values.js';
import { isUnknown, type CheckFacts, type Known } from '../facts.js';
import { asString, unknownAt } from './known.js';
import type { Mapping } from './mapped-class.js';
import { owner } from './mapped-class.js';
import { columnItems } from './said.js';

/** The checks of the class's tables, of columns first; unknown where there may be more. */
export function checksOf(mapping: Mapping): Known<readonly CheckFacts[]> {
  const table = owner(mapping);
  const { unclear, checks } = table.arguments;
  if (unclear) return unknownAt(unclear.reason, unclear.origin);
  const columns = mapping === table ? table.local : [...table.local, ...mapping.local];
  const own = columns.flatMap((definition) => columnItems(definition, 'CheckConstraint'));
  const found = [...own, ...checks].map((call) => check(call, table.table));
  if (table.inheritance?.kind !== 'joined' || !table.parent) return found;
  const inherited = checksOf(table.parent);
  return isUnknown(inherited) ? inherited : [...found, ...inherited];
}

function check({ args, keywords, origin }: Call, table: Known<string>): CheckFacts {
  const text = args[0] ?? keywords.get('sqltext');
  return {
    sql: text ? asString(text, origin) : unknownAt('the check has no text', origin),
    table,
    at: origin.source.place(origin.offset),
  };
}

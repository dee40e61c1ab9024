import type { Call } from '../evaluate/values.js';
import type { CheckFacts, Known } from '../facts.js';
import { asString, unknownAt } from './known.js';
import type { Mapping } from './mapped-class.js';
import { owner } from './mapped-class.js';
import { columnItems } from './said.js';

/** The checks of the class's table, of its columns first; unknown where there may be more. */
export function checksOf(mapping: Mapping): Known<readonly CheckFacts[]> {
  const table = owner(mapping);
  const { unclear, checks } = table.arguments;
  if (unclear) return unknownAt(unclear.reason, unclear.origin);
  const columns = mapping === table ? table.local : [...table.local, ...mapping.local];
  const own = columns.flatMap((definition) => columnItems(definition, 'CheckConstraint'));
  return [...own, ...checks].map(check);
}

function check({ args, keywords, origin }: Call): CheckFacts {
  const text = args[0] ?? keywords.get('sqltext');
  return {
    sql: text ? asString(text, origin) : unknownAt('the check has no text', origin),
    at: origin.source.place(origin.offset),
  };
}

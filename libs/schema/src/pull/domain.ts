import type { Fact, FactBase } from '@supabase/pg-delta';

import { checkExpression } from './definitions.js';
import { commentOn, commentText } from './facts.js';
import { objectOf, sqlExpression, stringLiteral } from './literals.js';
import type { Imports } from './source-code.js';

/** Types whose values are strings for every driver. */
const TEXTS = /^(?:text|uuid|character(?: varying)?(?:\(\d+\))?)$/;

/** The call that makes a domain; none where `domain()` cannot say what it has. */
export function domainCode(
  fact: Fact,
  facts: FactBase,
): ((imports: Imports) => string) | undefined {
  const { schema, name } = fact.id as { readonly schema: string; readonly name: string };
  const { baseType, notNull, default: value, collation } = fact.payload;
  if (collation !== null) return undefined;
  const checks: [string, string][] = [];
  for (const { id, payload } of facts.childrenOf(fact.id)) {
    if (id.kind !== 'constraint') continue;
    const expression = checkExpression(String(payload['def']));
    // An object literal takes `__proto__` for something else.
    if (!expression || payload['validated'] !== true || id.name === '__proto__') return undefined;
    checks.push([id.name, sqlExpression(expression)]);
  }
  const comment = commentOn(facts, fact.id);
  const type = String(baseType);
  return (imports) => {
    if (checks.length > 0 || value !== null) imports.from('drizzle-orm', 'sql');
    const options = objectOf([
      ['metadata', imports.use('metadata')],
      ['schema', schema === 'public' ? undefined : stringLiteral(schema)],
      ['type', stringLiteral(type)],
      ['checks', checks.length > 0 ? objectOf(checks) : undefined],
      ['default', value === null ? undefined : sqlExpression(String(value))],
      ['notNull', notNull === true ? 'true' : undefined],
      ['comment', comment && commentText(comment)],
    ]);
    const domain = imports.from('@rowhouse/schema', 'domain');
    const values = TEXTS.test(type) ? '' : '<unknown>';
    return `${domain}${values}(${stringLiteral(name)}, ${options})`;
  };
}

import type { Fact, FactBase } from '@supabase/pg-delta';

import { checkExpression } from './definitions.js';
import { commentOn } from './facts.js';
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
    const options: [string, string][] = [
      ['metadata', imports.use('metadata')],
      ...(schema === 'public' ? [] : [['schema', stringLiteral(schema)] as [string, string]]),
      ['type', stringLiteral(type)],
      ...(checks.length > 0 ? [['checks', objectOf(checks)] as [string, string]] : []),
      ...(value === null ? [] : [['default', sqlExpression(String(value))] as [string, string]]),
      ...(notNull === true ? [['notNull', 'true'] as [string, string]] : []),
      ...(comment
        ? [['comment', stringLiteral(String(comment.payload['text']))] as [string, string]]
        : []),
    ];
    const domain = imports.from('@rowhouse/schema', 'domain');
    const values = TEXTS.test(type) ? '' : '<unknown>';
    return `${domain}${values}(${stringLiteral(name)}, ${objectOf(options)})`;
  };
}

import type { Fact, FactBase } from '@supabase/pg-delta';

import { unusualOptions } from './column-sequence.js';
import { commentOn, commentText } from './facts.js';
import { objectOf, stringLiteral, type Entry } from './literals.js';
import type { Imports } from './source-code.js';

/** What `sequence()` calls an option. */
const OPTIONS: Readonly<Record<string, string>> = { minValue: 'min', maxValue: 'max' };

/** The call that makes a sequence; none for that of a column: it needs the table, which needs the sequence. */
export function sequenceCode(
  fact: Fact,
  facts: FactBase,
): ((imports: Imports) => string) | undefined {
  const { schema, name } = fact.id as { readonly schema: string; readonly name: string };
  const { dataType, ownedBy, ...rest } = fact.payload;
  if (ownedBy !== null) return undefined;
  const type = String(dataType);
  const comment = commentOn(facts, fact.id);
  return (imports) => {
    const options = objectOf([
      ['metadata', imports.use('metadata')],
      ['schema', schema === 'public' ? undefined : stringLiteral(schema)],
      ['type', type === 'bigint' ? undefined : stringLiteral(type)],
      ...Object.entries(unusualOptions(rest, type)).map(([key, value]): Entry => [
        OPTIONS[key] ?? key,
        numberOf(value),
      ]),
      ['comment', comment && commentText(comment)],
    ]);
    return `${imports.from('@rowhouse/schema', 'sequence')}(${stringLiteral(name)}, ${options})`;
  };
}

/** A number, or a bigint where JavaScript would round it; also what is no number at all. */
function numberOf(value: unknown): string {
  const isExact = typeof value !== 'string' || Number.isSafeInteger(Number(value));
  return isExact ? String(value) : `${value}n`;
}

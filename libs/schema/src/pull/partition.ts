import type { Fact } from '@supabase/pg-delta';

import {
  arrayOf,
  inlineObject,
  objectOf,
  sqlExpression,
  stringLiteral,
  type Entry,
} from './literals.js';
import { boundsDefinition, partitionColumns, type BoundValue } from './partition-definitions.js';
import type { Imports } from './source-code.js';

/** The option by which a table is divided; none where more than columns divide it. */
export function partitionByCode(
  definition: string,
  keyOf: (column: string) => string | undefined,
): string | undefined {
  const divided = partitionColumns(definition);
  const keys = divided?.columns.map(keyOf);
  if (!divided || !keys?.every((key) => key !== undefined)) return undefined;
  return inlineObject([[divided.method, arrayOf(keys.map(stringLiteral))]]);
}

/**
 * The call that makes a partition; none where `partition()` cannot say what it has.
 *
 * @param parent The constant of the table that it is a part of.
 */
export function partitionCode(
  fact: Fact,
  parent: string,
): ((imports: Imports) => string) | undefined {
  const { schema, name } = fact.id as { readonly schema: string; readonly name: string };
  const { persistence, partitionBound, partitionKey, parentTable } = fact.payload;
  const bounds = boundsDefinition(String(partitionBound));
  if (!bounds || persistence !== 'p') return undefined;
  const partitionBy =
    partitionKey === null ? undefined : partitionByCode(String(partitionKey), (column) => column);
  if (partitionKey !== null && partitionBy === undefined) return undefined;
  const isElsewhere = schema !== (parentTable as { readonly schema: string }).schema;
  return (imports) => {
    const options = objectOf([
      ['of', imports.use(parent)],
      ['schema', isElsewhere ? stringLiteral(schema) : undefined],
      ...Object.entries(bounds).map(([key, value]): Entry => [key, boundCode(value, imports)]),
      ['partitionBy', partitionBy],
    ]);
    return `${imports.from('@rowhouse/schema', 'partition')}(${stringLiteral(name)}, ${options})`;
  };
}

function boundCode(value: number | true | readonly BoundValue[], imports: Imports): string {
  if (typeof value === 'number' || value === true) return String(value);
  return arrayOf(
    value.map((one) => {
      if (typeof one === 'string') return stringLiteral(one);
      if (one === null || typeof one !== 'object') return String(one);
      imports.from('drizzle-orm', 'sql');
      return sqlExpression(one.keyword);
    }),
  );
}

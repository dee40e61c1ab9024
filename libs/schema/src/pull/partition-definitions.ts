import { closes, NAMES, namesOf, split } from './definition-text.js';

/** How a table is divided by columns. */
export interface PartitionColumns {
  readonly method: string;
  readonly columns: readonly string[];
}

/** By which columns a table is divided, where that is by columns alone. */
export function partitionColumns(definition: string): PartitionColumns | undefined {
  const match = new RegExp(`^(RANGE|LIST|HASH) \\((${NAMES})\\)$`).exec(definition);
  return match ? { method: match[1]!.toLowerCase(), columns: namesOf(match[2]!) } : undefined;
}

/** A value of a bound: a constant, or `MINVALUE` and `MAXVALUE`. */
export type BoundValue = string | number | boolean | null | { readonly keyword: string };

/** Which rows a plain partition has, as the options of `partition()`. */
export type BoundsDefinition =
  | { readonly default: true }
  | { readonly modulus: number; readonly remainder: number }
  | { readonly in: readonly BoundValue[] }
  | { readonly from: readonly BoundValue[]; readonly to: readonly BoundValue[] };

/** The bounds of a partition. */
export function boundsDefinition(definition: string): BoundsDefinition | undefined {
  if (definition === 'DEFAULT') return { default: true };
  const hash = /^FOR VALUES WITH \(modulus (\d+), remainder (\d+)\)$/.exec(definition);
  if (hash) return { modulus: Number(hash[1]), remainder: Number(hash[2]) };
  const listed = definition.startsWith('FOR VALUES IN (')
    ? boundList(definition, 'FOR VALUES IN '.length)
    : undefined;
  if (listed) return listed.end === definition.length ? { in: listed.values } : undefined;
  if (!definition.startsWith('FOR VALUES FROM (')) return undefined;
  const from = boundList(definition, 'FOR VALUES FROM '.length);
  if (!from || !definition.startsWith(' TO (', from.end)) return undefined;
  const to = boundList(definition, from.end + ' TO '.length);
  return to?.end === definition.length ? { from: from.values, to: to.values } : undefined;
}

/** The values in the parentheses at `open`, and where the text goes on behind them. */
function boundList(definition: string, open: number) {
  const close = closes(definition, open);
  if (close === undefined) return undefined;
  const values = split(definition.slice(open + 1, close)).map(boundValue);
  return values.every((value) => value !== undefined) ? { values, end: close + 1 } : undefined;
}

function boundValue(text: string): BoundValue | undefined {
  const string = /^'((?:[^'\\]|'')*)'$/.exec(text);
  if (string) return string[1]!.replaceAll("''", "'");
  if (String(Number(text)) === text) return Number(text);
  if (text === 'NULL') return null;
  if (text === 'true' || text === 'false') return text === 'true';
  return /^(?:MINVALUE|MAXVALUE)$/.test(text) ? { keyword: text } : undefined;
}

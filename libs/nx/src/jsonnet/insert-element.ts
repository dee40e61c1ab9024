import { tokenize, type Token } from '@rowhouse/jsonnet/syntax';

import { isField, isSymbol } from './tokens.js';

/** Why an element could not be inserted. */
export type InsertFailure = 'none' | 'several' | 'not a literal list';

/** The new text, or why there is none. */
export type Insertion =
  | { readonly text: string; readonly failure?: undefined }
  | { readonly text?: undefined; readonly failure: InsertFailure };

/** A list written out in the text, by the indices of its brackets' tokens. */
interface Brackets {
  readonly open: number;
  readonly close: number;
}

/**
 * Adds an element to the end of a list that Jsonnet or JSON text writes out as `field: [ … ]`. What
 * stands there already, comments and layout included, stays as it is.
 *
 * @param element the element's text, its lines indented from column 0.
 * @param trailingComma whether a comma follows the last element: JSON allows none.
 */
export function insertElement(
  source: string,
  field: string,
  element: string,
  trailingComma: boolean,
): Insertion {
  const { tokens } = tokenize(source);
  const lists = tokens.flatMap((token, index) =>
    isField(token, field) && isSymbol(tokens[index + 1], ':') ? [index + 2] : [],
  );
  if (lists.length !== 1) return { failure: lists.length === 0 ? 'none' : 'several' };
  const brackets = literalList(tokens, lists[0]!);
  if (!brackets) return { failure: 'not a literal list' };
  const comma = trailingComma ? ',' : '';
  return { text: insertBeforeClose(source, tokens, brackets, element, comma) };
}

function insertBeforeClose(
  source: string,
  tokens: readonly Token[],
  { open, close }: Brackets,
  element: string,
  comma: string,
): string {
  const last = tokens[close - 1]!;
  const end = tokens[close]!.start;
  const isEmpty = close === open + 1;
  const outer = indentOfLine(source, tokens[open]!.start);
  const first = tokens[open + 1]!;
  const isFirstOnOwnLine = source.slice(tokens[open]!.end, first.start).includes('\n');
  const indent = !isEmpty && isFirstOnOwnLine ? indentOfLine(source, first.start) : `${outer}  `;
  const lines = element.split('\n').map((line) => (line === '' ? '' : indent + line));
  const separator = isEmpty || isSymbol(last, ',') ? '' : ',';
  // A comment after the last element stays behind it.
  const comments = source.slice(last.end, end).trimEnd();
  return [
    `${source.slice(0, last.end)}${separator}${comments}\n`,
    `${lines.join('\n')}${comma}\n`,
    `${outer}${source.slice(end)}`,
  ].join('');
}

/** The brackets of the list that begins at a token, when nothing but the field's end follows it. */
function literalList(tokens: readonly Token[], open: number): Brackets | undefined {
  if (!isSymbol(tokens[open], '[')) return undefined;
  let depth = 0;
  for (let index = open; index < tokens.length; index++) {
    const token = tokens[index];
    if (depth === 1 && isSymbol(token, 'for')) return undefined;
    if (isSymbol(token, '[', '{', '(')) depth++;
    else if (isSymbol(token, ']', '}', ')') && --depth === 0) {
      return isSymbol(tokens[index + 1], ',', '}') ? { open, close: index } : undefined;
    }
  }
  return undefined;
}

function indentOfLine(source: string, at: number): string {
  const start = source.lastIndexOf('\n', at - 1) + 1;
  return /^[ \t]*/.exec(source.slice(start))![0];
}

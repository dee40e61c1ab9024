import type { Cursor } from './cursor.js';
import { GIVE_UP, describe } from './cursor.js';

interface ListWords {
  /** What an item and the list are called. */
  readonly name: string;
  readonly list: string;
  readonly open: { readonly start: number; readonly end: number };
  /** Whether the place looks like the beginning of an item. */
  readonly startsItem?: (cursor: Cursor) => boolean;
}

/** Parses a comma-separated list up to and with its closing bracket; the opening one is behind. */
export function parseList(
  cursor: Cursor,
  close: string,
  words: ListWords,
  parseItem: () => void,
): void {
  while (!cursor.at(close)) {
    if (cursor.isAtEnd) {
      throw cursor.fault(
        `"${close}" is missing: ${words.list} is never closed`,
        undefined,
        words.open,
      );
    }
    const isWhole = cursor.recovering(parseItem);
    if (cursor.accept(',') || cursor.at(close) || cursor.isAtEnd) continue;
    if (!isWhole) throw GIVE_UP;
    const { end } = cursor.previous;
    const found = describe(cursor.token);
    const isMissingComma = (words.startsItem ?? startsElement)(cursor);
    const hint = isMissingComma ? `a comma is missing before ${found}` : undefined;
    const problem = `expected "," or "${close}" after this ${words.name}, found ${found}`;
    cursor.note(cursor.fault(problem, hint, { start: end, end }));
    if (isMissingComma) continue;
    cursor.skip();
    if (!cursor.accept(',') && !cursor.at(close)) throw GIVE_UP;
  }
  cursor.advance();
}

/** Whether the place looks like the beginning of another expression. */
function startsElement(cursor: Cursor): boolean {
  const { kind, value } = cursor.token;
  return kind === 'symbol' ? '[{('.includes(value) || value === 'local' : kind !== 'end';
}

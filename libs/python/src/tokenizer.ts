import { endOfComment, endOfString, endOfWord, Kind, kindAt } from './characters.js';

/** A word, a number, a string literal, a comment or an operator of a Python text. */
export interface Token {
  readonly kind: 'word' | 'string' | 'comment' | 'operator';
  readonly text: string;
  /** Whether blanks stand before it. */
  readonly spaced: boolean;
  /** Whether it begins a line. */
  readonly beginsLine: boolean;
}

/** The tokens of a text, in order; undefined where it holds something that is no token. */
export function tokenize(text: string): Token[] | undefined {
  const tokens: Token[] = [];
  let beginsLine = false;
  let before = 0;
  for (let start = 0; start < text.length;) {
    const first = kindAt(text, start);
    if (first === Kind.blank || first === Kind.newline) {
      beginsLine ||= first === Kind.newline;
      start++;
      continue;
    }
    const { kind, end } = tokenAt(text, start, first);
    if (end <= start) return undefined;
    tokens.push({ kind, text: text.slice(start, end), spaced: start > before, beginsLine });
    beginsLine = false;
    before = start = end;
  }
  return tokens;
}

interface Found {
  readonly kind: Token['kind'];
  /** Behind the token; -1 if there is none. */
  readonly end: number;
}

function tokenAt(text: string, start: number, first: Kind): Found {
  switch (first) {
    case Kind.word: {
      const end = endOfWord(text, start);
      const isPrefix = end - start <= 2 && kindAt(text, end) === Kind.quote;
      if (!isPrefix) return { kind: 'word', end };
      return { kind: 'string', end: endOfString(text, end) };
    }
    case Kind.digit:
      return { kind: 'word', end: endOfNumber(text, start) };
    case Kind.quote:
      return { kind: 'string', end: endOfString(text, start) };
    case Kind.comment:
      return { kind: 'comment', end: endOfComment(text, start) };
    case Kind.opening:
    case Kind.closing:
      return { kind: 'operator', end: start + 1 };
    case Kind.operator:
      return { kind: 'operator', end: endOfOperator(text, start) };
    default:
      return { kind: 'operator', end: -1 };
  }
}

const number = /[\w.]*?\d[eE][+-]?\d+|[\w.]+/y;

function endOfNumber(text: string, start: number): number {
  number.lastIndex = start;
  number.test(text);
  return number.lastIndex;
}

const longOperators = new Set(
  '... **= //= >>= <<= -> := ** // << >> += -= *= /= %= @= &= |= ^= == <= >= !='.split(' '),
);

function endOfOperator(text: string, start: number): number {
  if (kindAt(text, start + 1) !== Kind.operator) return start + 1;
  if (longOperators.has(text.slice(start, start + 3))) return start + 3;
  return longOperators.has(text.slice(start, start + 2)) ? start + 2 : start + 1;
}

/** A comment, or a string literal without its prefix: of three quotes, or of one. */
const commentOrString =
  /#.*|"""(?:[^"\\]|\\[^]|"(?!""))*"""|'''(?:[^'\\]|\\[^]|'(?!''))*'''|"(?:[^"\\\n]|\\[^])*"|'(?:[^'\\\n]|\\[^])*'/g;

/** Where the strings of a text stand that take several lines. */
export function multilineStrings(text: string): { start: number; end: number }[] {
  const found: { start: number; end: number }[] = [];
  for (const { 0: literal, index } of text.matchAll(commentOrString)) {
    if (literal.includes('\n')) found.push({ start: index, end: index + literal.length });
  }
  return found;
}

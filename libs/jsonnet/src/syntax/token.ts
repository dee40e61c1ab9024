/** Words that cannot name a variable or, without quotes, a field. */
export const KEYWORDS: ReadonlySet<string> = new Set([
  'assert',
  'else',
  'error',
  'false',
  'for',
  'function',
  'if',
  'import',
  'importstr',
  'importbin',
  'in',
  'local',
  'null',
  'self',
  'super',
  'tailstrict',
  'then',
  'true',
]);

/**
 * - `name`: an identifier;
 * - `number`;
 * - `string`: in quotes, also as `@'…'`;
 * - `textBlock`: `|||` and the lines up to the next `|||`;
 * - `symbol`: a keyword, an operator or a bracket;
 * - `space` and `comment`: only when asked for;
 * - `unknown`: a character that is no part of the language;
 * - `end`: the end of the text, always the last token.
 */
export type TokenKind =
  'name' | 'number' | 'string' | 'textBlock' | 'symbol' | 'space' | 'comment' | 'unknown' | 'end';

/** One word of a Jsonnet text. */
export interface Token {
  readonly kind: TokenKind;
  /** The content of a string or text block, escapes decoded; otherwise the text as written. */
  readonly value: string;
  /** The UTF-16 offsets of its first character, and after its last one. */
  readonly start: number;
  readonly end: number;
  /** Whether it has a problem, such as a missing closing quote; its value then is a guess. */
  readonly isMalformed: boolean;
}

/** What is wrong with the text between two UTF-16 offsets. */
export interface TokenProblem {
  readonly problem: string;
  readonly hint: string | undefined;
  readonly start: number;
  readonly end: number;
}

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
 * - `name`: an identifier, its text in `value`;
 * - `number`: its value in `number`;
 * - `string`: its decoded content in `value`;
 * - `symbol`: a keyword, an operator or a bracket, its text in `value`;
 * - `end`: the end of the file.
 */
export type TokenKind = 'name' | 'number' | 'string' | 'symbol' | 'end';

/** One word of the language, with its UTF-16 offsets. */
export interface Token {
  readonly kind: TokenKind;
  readonly value: string;
  readonly number: number;
  readonly start: number;
  readonly end: number;
  /** For a string: whether it is a text block. */
  readonly isTextBlock: boolean;
}
